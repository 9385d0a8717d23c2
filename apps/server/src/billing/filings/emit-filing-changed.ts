import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import type { Filing } from './filings.store.ts'

/** Tells the company's consoles to reload the filing and its invoice. Called last in a transaction. */
export function emitFilingChanged(
  tx: Tx,
  { id, companyId, invoiceId }: Pick<Filing, 'id' | 'companyId' | 'invoiceId'>,
  now: Date,
): Promise<void> {
  const data = { filing_id: id, invoice_id: invoiceId }
  return record(tx, [{ event: 'filing_changed', toCompanies: [companyId], data }], now)
}
