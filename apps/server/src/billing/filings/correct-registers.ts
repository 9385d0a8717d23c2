import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { clearOutdated, type Filing, lockFiling, lockLive, markOutdated, outdatedRegisters } from './filings.store.ts'
import { queueFiling } from './queue-filing.ts'
import { writtenRegister } from './queue-register.ts'

const AT_ONCE = 50

/** Marks the register as outdated in the transaction that confirms or changes a fare of its day. */
export function subscribeFaresOfRegisters(server: Server): void {
  server.domainEvents.on('order.fare_set', (tx, { orderId }) => markOutdated(tx, orderId))
}

/** Builds outdated registers again and files a correction where the figures differ, each in its own transaction. */
export async function correctRegisters(server: Server): Promise<void> {
  for (const id of await outdatedRegisters(server.db, AT_ONCE)) {
    await write(server, SYSTEM, (tx) => correct(tx, id, server.clock.now())).catch((error: unknown) =>
      server.log.warn({ filing_id: id, reason: kindOfError(error) }, 'a register was not corrected'),
    )
  }
}

async function correct(tx: Tx, id: number, now: Date): Promise<void> {
  const marked = await lockFiling(tx, SYSTEM.scope, id)
  if (!marked || marked.day === null) return
  const live = await lockLive(tx, marked)
  // Only the newest register of a day is compared.
  if (!live || live.id !== id) return clearOutdated(tx, id, null)
  const { companyId, day, format } = marked
  const written = await writtenRegister(tx, { companyId, day, format: format === 'csv' ? 'csv' : 'xml' })
  if (written.content === live.content) return clearOutdated(tx, id, null)
  // A register that was not sent yet is replaced without a correction.
  if (live.state === 'pending' && live.tries === 0) return clearOutdated(tx, id, written.content)
  await clearOutdated(tx, id, null)
  await fileCorrection(tx, live, written, now)
}

async function fileCorrection(
  tx: Tx,
  { companyId, day, format, correction = 0 }: Filing,
  { cif, content }: { cif: string | null; content: string },
  now: Date,
): Promise<void> {
  const number = correction + 1
  const fileName = `registru_${companyId}_${day}_corectia_${number}.${format}`
  const filing = { kind: 'townhall' as const, companyId, invoiceId: null, day, cif, format, content, fileName }
  await queueFiling(tx, SYSTEM, { ...filing, correction: number }, now)
}
