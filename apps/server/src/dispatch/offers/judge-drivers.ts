import { judgeMisses } from '@dispecerat/domain/dispatch/search/judge-misses'
import { isExclusive, type Walk, type WalkEffect } from '@dispecerat/domain/dispatch/search/walk'
import type { BanConditions } from '@dispecerat/domain/dispatch/search-rules'
import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { banDriver } from '../../fleet/bans/bans.public.ts'
import { countIgnored, type HeldDriver, holdDrivers, waitFromNow } from '../../fleet/fleet.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DomainEvents } from '../../platform/db/domain-events.ts'
import { record } from '../../platform/db/event-log.ts'
import { ofType } from '../search/save-walk.store.ts'
import { addMissedOffers, clearMissedOffers } from './missed-offers.store.ts'

const MINUTE_MS = 60_000

/** Locked drivers against whom the current effects may count. */
export interface PenalisedDriver {
  missed: (HeldDriver & { conditions: BanConditions })[]
  ignoring: DriverId[]
}

const NOBODY: PenalisedDriver = { missed: [], ignoring: [] }

/**
 * Locks the drivers these effects may count against before anything of the walk is written: order first, then drivers ascending. `alsoHold`
 * is a driver to lock with them.
 */
export async function holdPenalised(
  tx: Tx,
  walk: Walk,
  effects: readonly WalkEffect[],
  alsoHold: readonly DriverId[] = [],
): Promise<PenalisedDriver> {
  const misses = ofType(effects, 'driver.missed')
  const ignoring = ofType(effects, 'offer.closed')
    .filter(({ roundNo, offer }) => offer.fate === 'seen_no_answer' && rings(walk, roundNo))
    .map(({ offer }) => offer.driverId)
  if (misses.length === 0 && ignoring.length === 0) return NOBODY
  const { held, mayPause } = await holdDrivers(tx, [...misses.map(({ driverId }) => driverId), ...alsoHold], ignoring)
  const missed = misses.flatMap(({ driverId, conditions }) => {
    const driver = held.find((one) => one.driverId === driverId)
    return driver ? [{ ...driver, conditions }] : []
  })
  return { missed, ignoring: mayPause }
}

function rings({ steps }: Walk, roundNo: number): boolean {
  // The round after the last step, in which the order waits, rings too.
  const step = steps[roundNo - 1]
  return step === undefined || isExclusive(step)
}

/**
 * Applies the consequences of ignored offers to the locked drivers: a ban, the end of the queue, or a pause. Runs after the walk is
 * written, so that due times set here are not overwritten.
 */
export async function judgeDrivers(
  tx: Tx,
  domainEvents: DomainEvents,
  { missed, ignoring }: PenalisedDriver,
  { orderId, now }: { orderId: OrderId; now: Date },
): Promise<void> {
  if (missed.length > 0) await judgeMissed(tx, domainEvents, missed, { orderId, now })
  if (ignoring.length === 0) return
  const paused = await countIgnored(tx, ignoring, now)
  for (const { driverId } of paused) await domainEvents.emit(tx, 'driver.work_changed', { driverId, now })
  if (paused.length === 0) return
  const toUsers = paused.map(({ driverId }) => driverId)
  await record(tx, [{ event: 'pause_updated', toUsers, data: { is_paused: true } }], now)
}

async function judgeMissed(
  tx: Tx,
  domainEvents: DomainEvents,
  missed: PenalisedDriver['missed'],
  { orderId, now }: { orderId: OrderId; now: Date },
): Promise<void> {
  const longest = Math.max(...missed.map(({ conditions }) => conditions.resetInterval))
  const since = new Date(now.getTime() - longest * MINUTE_MS)
  for (const { driverId, companyId, missesAt } of await addMissedOffers(tx, orderId, missed, { since, now })) {
    const conditions = missed.find((one) => one.driverId === driverId)?.conditions
    const verdict = conditions ? judgeMisses(conditions, missesAt, now) : null
    if (!conditions || verdict === null) continue
    await clearMissedOffers(tx, driverId, companyId, now)
    if (verdict === 'reset') {
      await waitFromNow(tx, { driverId, companyId }, now)
      await domainEvents.emit(tx, 'driver.sent_to_back', { driverId, now })
      continue
    }
    const until = new Date(now.getTime() + conditions.resetInterval * MINUTE_MS)
    const reason = `Ban automat: ${conditions.count} comenzi ignorate`
    await banDriver(tx, domainEvents, { driverId, until, reason, by: SYSTEM, orderId, now })
  }
}
