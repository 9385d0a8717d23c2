import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { type IssuedInvoice, lockInvoice } from './invoices.store.ts'

/** Locks an invoice that no credit note corrected in full. Throws `invoice.unknown`, `invoice.already_corrected`. */
export async function lockUncorrectedInvoice(tx: Tx, actor: Actor, invoiceId: number): Promise<IssuedInvoice> {
  const invoice = await lockInvoice(tx, actor.scope, invoiceId)
  if (invoice?.kind !== 'invoice') throw new DomainError('invoice.unknown')
  if (invoice.isCorrected) throw new DomainError('invoice.already_corrected')
  return invoice
}

/** Makes the company's consoles reload this invoice and its account, and the account its own data. Call it last in a command. */
export function emitInvoiceChanged(
  tx: Tx,
  { id, companyId, accountId }: { id: number; companyId: CompanyId; accountId: UserId },
  now: Date,
): Promise<void> {
  const event: LogEvent = {
    event: 'invoice_changed',
    toCompanies: [companyId],
    data: { invoice_id: id, account_id: accountId },
  }
  return record(tx, [event, { event: 'own_invoices_changed', toUsers: [accountId], data: {} }], now)
}
