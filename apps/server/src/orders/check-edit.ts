import { DomainError } from '@dispecerat/domain/errors'
import { accountMayEdit, fieldIsEditable, isFareField } from '@dispecerat/domain/order'
import type { Actor } from '../db/actor.ts'
import type { OrderRecord } from './order-record.ts'

/** The version somebody read, from If-Unmodified-Since; undefined = whoever comes last wins. */
export type ReadVersion = string | undefined

/** Two people edit one order: the second hears that it changed meanwhile, and to what. */
export function checkVersion(order: OrderRecord, version: ReadVersion): void {
  if (version === undefined || version === String(order.version)) return
  throw new DomainError('order.changed_meanwhile', { version: String(order.version), state: order.state })
}

/**
 * Refuses fields the order no longer gives out; protocol companies edit only what is still searched for.
 * The fare stands once the driver was paid for it, or while it stands on an invoice.
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
