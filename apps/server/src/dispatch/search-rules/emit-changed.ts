import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'

/** Makes all consoles of the company reload its rules. */
export function emitChanged(tx: Tx, companyId: number, now: Date): Promise<void> {
  const data = { company_id: companyId }
  return record(tx, [{ event: 'search_intervals_changed', toCompanies: [companyId], data }], now)
}
