import type { CreditNoteLine } from '@dispecerat/contract/billing/invoices'
import { type CreditedLine, creditProblems } from '@dispecerat/domain/billing/invoice-amounts'
import { creditNoteEntries } from '@dispecerat/domain/billing/ledger'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import { baniFromRon, ronFromBani } from '@dispecerat/domain/kernel/money'
import { isVerifiedCui } from '../../identity/companies/companies.public.ts'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { moveCompanyFunds, takeBackCreditNotes } from '../finance/finance.public.ts'
import { profileOf } from '../protocol/billing-profile.store.ts'
import { creditDocument } from './credit-document.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import {
  creditNotesOf,
  type IssuedInvoice,
  insertInvoice,
  leftOfLines,
  saveSettled,
  takeNumber,
  takeOffInvoice,
} from './invoices.store.ts'
import { emitInvoiceChanged, lockUncorrectedInvoice } from './uncorrected-invoice.ts'

interface Wanted {
  reason: string | null
  /** Left out: the whole remaining invoice, whose orders become free again. */
  lines?: readonly CreditNoteLine[] | undefined
}

/**
 * Corrects an invoice by a credit note. In full: its orders can be invoiced again and their fares edited. In part: the orders stay, the
 * account owes less. All credit notes together never exceed the invoice. Throws `invoice.unknown`, `invoice.already_corrected`,
 * `invoice.has_payments`, `invoice.nothing_to_credit`, `invoice.no_profile`, `invoice.cui_unproved`, FieldErrors.
 */
export async function correctInvoice(
  server: Server,
  actor: Actor,
  invoiceId: number,
  wanted: Wanted,
): Promise<{ invoiceId: number }> {
  return write(server, actor, async (tx) => {
    const invoice = await lockUncorrectedInvoice(tx, actor, invoiceId)
    const left = await leftOfLines(tx, invoice)
    if (left.every((bani) => bani === 0)) throw new DomainError('invoice.nothing_to_credit')
    const [credited] = await checkAll(actor, () => (wanted.lines ? chosen(wanted.lines, left) : everything(left)))
    const { reason, lines } = wanted
    if (lines === undefined && invoice.paidBani !== 0) throw new DomainError('invoice.has_payments')
    const isVerbatim = lines === undefined && invoice.creditedBani === 0
    const document = isVerbatim ? invoice.document : creditDocument(invoice, credited)
    const now = server.clock.now()
    const note = { document: { ...document, note: reason }, isPartial: lines !== undefined }
    const issued = await writeNote(tx, actor, { invoice, note, now })
    await (note.isPartial ? takeOff : takeBack)(tx, actor, { invoice, noteId: issued.id, document, now })

    const after = {
      number: issued.number,
      corrects: `${invoice.series} ${invoice.number}`,
      reason,
      amount: ronFromBani(document.sums.payableBani),
    }
    const { companyId } = invoice
    const change = { entity: 'invoice', entityId: issued.id, companyId, action: 'created', before: null, after }
    await recordAudit(tx, actor, change, now)
    await emitInvoiceChanged(tx, invoice, now)
    return { invoiceId: issued.id }
  })
}

function everything(left: readonly number[]): CreditedLine[] {
  return left.map((bani, index) => ({ line: index + 1, bani })).filter(({ bani }) => bani > 0)
}

/** The entered amounts by line; FieldErrors where an amount exceeds what is left. */
function chosen(typed: readonly CreditNoteLine[], left: readonly number[]): CreditedLine[] {
  const lines = typed.map(({ line, amount }) => ({ line, bani: baniFromRon(amount) }))
  const problems: Record<string, string[]> = {}
  for (const [index, problem] of creditProblems(lines, left)) {
    if (problem === 'unknown') problems[`lines.${index}.line`] = ['Linia nu există pe factură']
    else if (problem === 'twice') problems[`lines.${index}.line`] = ['Linia este scrisă de două ori']
    else {
      const max = ronFromBani(problem.max).toFixed(2).replace('.', ',')
      problems[`lines.${index}.amount`] = [`Cel mult ${max} RON din această linie`]
    }
  }
  if (Object.keys(problems).length > 0) throw new FieldErrors(problems)
  return lines
}

async function writeNote(
  tx: Tx,
  actor: Actor,
  input: { invoice: IssuedInvoice; note: { document: InvoiceDocument; isPartial: boolean }; now: Date },
): Promise<{ id: number; number: string }> {
  const { invoice, note, now } = input
  const { companyId, accountId, month } = invoice
  const profile = await profileOf(tx, companyId)
  if (!profile) throw new DomainError('invoice.no_profile')
  // The credit note is issued in the name of the invoice's issuer, whatever the profile contains now.
  const isOwn = await isVerifiedCui(tx, companyId, note.document.seller.cui)
  if (!isOwn) throw new DomainError('invoice.cui_unproved')
  const issuedOn = bucharestDay(now)
  const series = profile.credit_series
  const number = await takeNumber(tx, companyId, series)
  const row = {
    companyId,
    accountId,
    kind: 'credit_note' as const,
    series,
    number,
    month,
    correctsId: invoice.id,
    issuedOn,
    dueOn: issuedOn,
    ...note,
  }
  const id = await insertInvoice(tx, row, { userId: actor.userId, now })
  return { id, number: `${series} ${number}` }
}

interface Corrected {
  invoice: IssuedInvoice
  noteId: number
  document: InvoiceDocument
  now: Date
}

/** The account owes this much less; the rest may be paid already. */
async function takeOff(tx: Tx, actor: Actor, { invoice, noteId, document, now }: Corrected): Promise<void> {
  const { companyId, series, number, id } = invoice
  await moveCompanyFunds(tx, {
    companyId,
    kind: 'credit_note',
    invoiceId: noteId,
    by: actor.userId,
    now,
    note: `${series} ${number}`,
    entries: creditNoteEntries(document.sums.payableBani),
  })
  await saveSettled(tx, id)
}

/** The orders are owed in full again and are on no invoice: reductions by earlier credit notes are reversed. */
async function takeBack(tx: Tx, actor: Actor, { invoice, now }: Corrected): Promise<void> {
  const { id, series, number } = invoice
  const notes = await creditNotesOf(tx, id)
  await takeBackCreditNotes(tx, notes, { by: actor.userId, now, note: `${series} ${number}` })
  await takeOffInvoice(tx, id)
}
