import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import type { Server } from '../../platform/lifecycle/server.ts'
import {
  claimNight,
  endNight,
  type Keeping,
  keepings,
  noteRun,
  type Retained,
  removeBatch,
  removeCounters,
} from './retention.store.ts'

const DAY_MS = 24 * 3_600_000
/** Rows per transaction; a batch takes about ten milliseconds, so that requests do not wait for the nightly job. */
const BATCH = 1000
/** A month can still be compared with the same month of the year before. */
const COUNTERS_DAYS = 400
/** Quiet hours begin at 03:00, after the last orders of the evening. */
const FROM_HOUR = '03:00:00'

/** Deletes recording files; deletion is final. */
export interface SoundBin {
  remove(file: string): Promise<void>
}

type Night = Pick<Server, 'db' | 'clock'> & { bin: SoundBin }

/**
 * Deletes rows older than their retention once a night, on one node, in batches, and records what was deleted. A night that was interrupted
 * is started again. Returns false when it is too early or another node does it.
 */
export async function forgetOldRows(
  { db, clock, bin }: Night,
  isStopping: () => boolean = () => false,
): Promise<boolean> {
  const now = clock.now()
  const night = bucharestDay(now)
  if (wallTime(now).time < FROM_HOUR || !(await claimNight(db, night, now))) return false
  for (const keeping of await keepings(db)) await forgetOf({ db, clock, bin }, keeping, isStopping)
  await forgetCounters(db, now, isStopping)
  if (!isStopping()) await endNight(db, night, clock.now())
  return true
}

async function forgetCounters(db: Night['db'], now: Date, isStopping: () => boolean): Promise<void> {
  const before = bucharestDay(new Date(now.getTime() - COUNTERS_DAYS * DAY_MS))
  for (let last = 1; last > 0 && !isStopping(); ) last = await removeCounters(db, before, BATCH)
}

async function forgetOf(parts: Night, { companyId, days }: Keeping, isStopping: () => boolean): Promise<void> {
  const { db, clock, bin } = parts
  for (const [kind, keepDays] of Object.entries(days) as [Retained, number][]) {
    const ranAt = clock.now()
    const before = new Date(ranAt.getTime() - keepDays * DAY_MS)
    let removed = 0
    for (let last = BATCH; last === BATCH && !isStopping(); ) {
      const batch = await removeBatch(db, kind, { companyId, before, limit: BATCH })
      for (const file of batch.files) await bin.remove(file)
      last = batch.removed
      removed += last
    }
    if (removed > 0) await noteRun(db, { companyId, kind, olderThan: before, removed, ranAt })
  }
}
