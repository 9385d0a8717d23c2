import { type LedgerEntry, type LedgerKind, type MoneyMethod, reversedEntries } from '@dispecerat/domain/billing/ledger'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../../platform/db/database.ts'
import { findMovement, findOfCreditNotes, writeMovement } from './ledger.store.ts'

/** A movement between a company's own accounts that concerns no driver. */
interface CompanyFundsMovement {
  companyId: CompanyId
  kind: LedgerKind
  entries: readonly LedgerEntry[]
  invoiceId: number
  reversesId?: number
  method?: MoneyMethod
  note: string | null
  by: number | null
  now: Date
}

interface Reversal {
  by: number | null
  now: Date
  note: string | null
}

/** Writes the movement; the calling function has locked the rows it refers to. */
export async function moveCompanyFunds(tx: Tx, movement: CompanyFundsMovement): Promise<{ transactionId: number }> {
  const { transactionId } = await writeMovement(tx, new Map(), movement)
  return { transactionId }
}

/** Writes the reversal of such a movement; a constraint of the ledger refuses a second one. */
export async function takeBackCompanyFunds(
  tx: Tx,
  { transactionId, invoiceId }: { transactionId: number; invoiceId: number },
  reversal: Reversal,
): Promise<{ transactionId: number }> {
  const written = await findMovement(tx, { companies: 'every', ownUserId: null }, transactionId)
  if (!written) throw new Error(`transaction ${transactionId} of invoice ${invoiceId} is not in the ledger`)
  const { companyId, entries } = written
  return moveCompanyFunds(tx, {
    companyId,
    entries: reversedEntries(entries),
    reversesId: transactionId,
    invoiceId,
    ...reversal,
    kind: 'correction',
  })
}

/** Reverses the reductions of an invoice by credit notes, so that the amount is owed again. */
export async function takeBackCreditNotes(tx: Tx, noteIds: readonly number[], reversal: Reversal): Promise<void> {
  for (const { transactionId, invoiceId } of await findOfCreditNotes(tx, noteIds)) {
    await takeBackCompanyFunds(tx, { transactionId, invoiceId }, reversal)
  }
}
