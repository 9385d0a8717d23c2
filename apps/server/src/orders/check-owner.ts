import { DomainError } from '@dispecerat/domain/errors'
import { actsAsOwner } from '@dispecerat/domain/order-actions'
import type { Actor } from '../db/actor.ts'
import type { OrderRecord } from './order-record.ts'

/** Retry and move-to-pending: a dispatcher acts on his own orders, those above him on any. */
export function checkOwner(order: OrderRecord, actor: Actor): void {
  if (!actsAsOwner(order, actor)) throw new DomainError('order.not_yours')
}
