import { DomainError } from '@dispecerat/domain/errors'
import { actsAsOwner } from '@dispecerat/domain/order-actions'
import type { Caller } from '../db/caller.ts'
import type { OrderRecord } from './order-record.ts'

/** Retry and move-to-pending: a dispatcher acts on his own orders, those above him on any (C-29). */
export function checkOwner(order: OrderRecord, caller: Caller): void {
  if (!actsAsOwner(order, caller)) throw new DomainError('order.not_yours')
}
