import { DomainError } from '@dispecerat/domain/kernel/errors'
import { actsAsOwner } from '@dispecerat/domain/orders/order-actions'
import type { Actor } from '../../platform/db/actor.ts'
import type { OrderRecord } from '../order-record.ts'

/** For retry and move-to-pending: a dispatcher acts on their own orders, higher roles on any. */
export function checkOwner(order: OrderRecord, actor: Actor): void {
  if (!actsAsOwner(order, actor)) throw new DomainError('order.not_yours')
}
