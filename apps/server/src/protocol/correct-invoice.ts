import { bucharestDay } from '@dispecerat/domain/bucharest-day'
import { DomainError } from '@dispecerat/domain/errors'
import { recordChange } from '../audit/audit.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { profileOf } from './billing-profile.store.ts'
import {
  type IssuedInvoice,
  insertInvoice,
  lockInvoice,
  savePaid,
  takeNumber,
  takeOffInvoice,
} from './invoices.store.ts'

/** Takes a whole invoice back by a credit note; its orders can be invoiced again, their fares edited. */
export async function correctInvoice(
  server: Server,
  caller: Caller,
  invoiceId: number,
  reason: string | null,
): Promise<{ invoiceId: number }> {
  return write(server, caller, async (tx) => {
    const invoice = await standingInvoice(tx, caller, invoiceId)
    const { companyId, accountId, month } = invoice
    const profile = await profileOf(tx, companyId)
    if (!profile) throw new DomainError('invoice.no_profile')
    const now = server.clock.now()
    const issuedOn = bucharestDay(now)
    const series = profile.credit_series
    const number = await takeNumber(tx, companyId, series)
    const note = {
      ...{ companyId, accountId, kind: 'credit_note' as const, series, number, month, correctsId: invoiceId },
      ...{ issuedOn, dueOn: issuedOn, document: { ...invoice.document, note: reason } },
    }
    const noteId = await insertInvoice(tx, note, { userId: caller.userId, now })
    await takeOffInvoice(tx, invoiceId)
    const after = { number: `${series} ${number}`, corrects: `${invoice.series} ${invoice.number}`, reason }
    const change = { entity: 'invoice', entityId: noteId, companyId, action: 'created', before: null, after }
    await recordChange(tx, caller, change, now)
    return { invoiceId: noteId }
  })
}

/** The account paid it, or has not after all: its orders leave or load its credit. What is so already stays. */
export async function payInvoice(
  server: Server,
  caller: Caller,
  invoiceId: number,
  isPaid: boolean,
): Promise<{ invoiceId: number }> {
  return write(server, caller, async (tx) => {
    const { companyId } = await standingInvoice(tx, caller, invoiceId)
    const now = server.clock.now()
    await savePaid(tx, invoiceId, isPaid ? bucharestDay(now) : null)
    const [before, after] = [{ is_paid: !isPaid }, { is_paid: isPaid }]
    const change = { entity: 'invoice', entityId: invoiceId, companyId, action: 'changed', before, after }
    await recordChange(tx, caller, change, now)
    return { invoiceId }
  })
}

async function standingInvoice(tx: Tx, caller: Caller, invoiceId: number): Promise<IssuedInvoice> {
  const invoice = await lockInvoice(tx, caller.scope, invoiceId)
  if (invoice?.kind !== 'invoice') throw new DomainError('invoice.unknown')
  if (invoice.isCorrected) throw new DomainError('invoice.already_corrected')
  return invoice
}
