import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'

/** Messages of the platform itself have no company; only its administrators, who get every company's events, get this one too. */
const OF_THE_PLATFORM: CompanyId = asId(0)

const emittedIn = new WeakMap<Tx, Set<number>>()

/** Tells viewers of a company's outbox to reload. Emits once per transaction, however many messages it writes. */
export async function emitOutboxChanged(tx: Tx, companyId: CompanyId | null, now: Date): Promise<void> {
  const company = companyId ?? OF_THE_PLATFORM
  const emitted = emittedIn.get(tx) ?? new Set()
  if (emitted.has(company)) return
  emittedIn.set(tx, emitted.add(company))
  await record(tx, [{ event: 'outbox_changed', toCompanies: [company], data: {} }], now)
}
