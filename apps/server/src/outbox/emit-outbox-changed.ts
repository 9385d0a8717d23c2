import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'

/** Letters of the platform itself are nobody's but its administrators', who hear every company's events and this one. */
const OF_THE_PLATFORM = 0

const toldIn = new WeakMap<Tx, Set<number>>()

/** To who looks at the outbox of a company: look again. Once a transaction, however many letters it wrote. */
export async function emitOutboxChanged(tx: Tx, companyId: number | null, now: Date): Promise<void> {
  const company = companyId ?? OF_THE_PLATFORM
  const told = toldIn.get(tx) ?? new Set()
  if (told.has(company)) return
  toldIn.set(tx, told.add(company))
  await record(tx, [{ event: 'outbox_changed', toCompanies: [company], data: {} }], now)
}
