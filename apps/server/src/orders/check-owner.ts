import { DomainError } from '@dispecerat/domain/errors'
import { dispatcherOwns } from '@dispecerat/domain/order'
import type { Caller } from '../db/caller.ts'
import type { OrderRecord } from './order-record.ts'

/** Retry and move-to-pending: a dispatcher acts on his own orders, those above him on any (C-29). */
export function checkOwner(order: OrderRecord, { userId, roles }: Caller): void {
  if (roles.includes('admin') || roles.includes('company_admin')) return
  if (userId === null || !dispatcherOwns(order, userId)) throw new DomainError('order.not_yours')
}
