import { DomainError } from '@dispecerat/domain/kernel/errors'
import { accountMayEdit, fieldIsEditable, isFareField } from '@dispecerat/domain/orders/order'
import type { Actor } from '../../platform/db/actor.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { OrderRecord } from '../order-record.ts'

/** Optimistic lock: refuses an edit of an order that has changed since it was read, with its current version. */
export function checkVersion(order: OrderRecord, read: ReadVersion): void {
  requireFresh(read, order, 'order.changed_meanwhile', { state: order.state })
}

/**
 * Refuses fields that can no longer be edited; protocol companies edit only orders that are still searched for. The fare is fixed once the
 * driver was paid for it, or while it is on an invoice.
 */
export function checkFields(order: OrderRecord, actor: Actor, fields: readonly string[]): void {
  const isAccount = actor.kind === 'company'
  const isTooLate = isAccount && order.state !== 'new' && order.state !== 'created'
  const isOthers = (field: string) => isAccount && !accountMayEdit(field)
  const isSettled = (field: string) => (order.isPaid || order.invoiceId !== null) && isFareField(field)
  const locked = fields.find(
    (field) => isTooLate || isOthers(field) || isSettled(field) || !fieldIsEditable(order, field),
  )
  if (locked === undefined) return
  const code = locked === 'client_phone' && !isTooLate ? 'order.client_phone_fixed' : 'order.field_locked'
  throw new DomainError(code, { field: locked, state: order.state })
}
