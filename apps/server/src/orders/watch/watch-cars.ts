import { SETTINGS } from '@dispecerat/domain/identity/company-settings'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { type Judgement, judgeCar, mustSearchReplacement } from '@dispecerat/domain/orders/car-watch'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type DrivenOrder, isOnTheWay } from '../life/lock-driven-order.ts'
import { changedEvents, warning } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import { lockOrder } from '../orders.store.ts'
import { readPlaces } from '../places/order-places.store.ts'
import {
  beginWatches,
  type CarWatch,
  claimDueWatch,
  endWatch,
  isSearched,
  readTrail,
  readWatch,
  readWatchRules,
  saveWatch,
  type WatchRules,
} from './car-watches.store.ts'
import { endReplacement, forgetReplacement, foundNoOther, searchReplacement } from './replacement.ts'

const SECOND_MS = 1000
/** A car that is warned of is judged again after this long, so that its driver's start is seen soon. */
const WARNED_MS = 10 * SECOND_MS
/** The longest time between two judgements. */
const CALM_MS = 60 * SECOND_MS
/** The longer a warning lasts the more positions have to be read: the time between two judgements grows with it. */
const SHARE_OF_WARNING = 20

const DEFAULT_RULES: WatchRules = {
  warningMinutes: SETTINGS.orders.car_warning_min.default,
  replacementMinutes: SETTINGS.orders.car_replacement_min.default,
  arrivalRadiusMetres: SETTINGS.orders.arrival_radius_m.default,
}

/**
 * Judges every car that is due, each order in a transaction of its own; one that fails is skipped until the next run. Returns how many were
 * judged.
 */
export async function watchCars(server: Server): Promise<number> {
  await write(server, SYSTEM, (tx) => beginWatches(tx, server.clock.now()))
  const failed: OrderId[] = []
  for (let judged = 0; ; ) {
    const attempt: { orderId: OrderId | null } = { orderId: null }
    try {
      await write(server, SYSTEM, async (tx) => {
        attempt.orderId = await claimDueWatch(tx, server.clock.now(), failed)
        if (attempt.orderId !== null) await judge(tx, server, attempt.orderId, server.clock.now())
      })
      if (attempt.orderId === null) return judged
      judged += 1
    } catch (error) {
      if (attempt.orderId === null) throw error
      server.log.error({ err: error, order_id: attempt.orderId }, 'the car of an order could not be judged')
      failed.push(attempt.orderId)
    }
  }
}

async function judge(tx: Tx, server: Server, orderId: OrderId, now: Date): Promise<void> {
  const locked = await lockOrder(tx, orderId)
  const watch = isOnTheWay(locked) ? await readWatch(tx, orderId, locked.driverId) : null
  if (!isOnTheWay(locked)) await forgetReplacement(tx, locked, now)
  if (!isOnTheWay(locked) || watch === null) return endWatch(tx, orderId)
  const order = await withoutLostSearch(tx, locked, { watch, now })
  const rules = (await readWatchRules(tx, order.createdByCompanyId)) ?? DEFAULT_RULES
  const judgement = await judgementOf(tx, order, { watch, rules, now })
  const after: CarWatch = {
    ...watch,
    since: judgement.since,
    warnedAs: judgement.warning,
    warnedSince: judgement.warnedSince,
    soughtAt: judgement.warning === null ? null : watch.soughtAt,
  }
  if (watch.warnedAs !== after.warnedAs) await announce(tx, order, { after, now })
  if (after.warnedSince === null) await endSearchOfWatch(tx, server, order, { watch, now })
  else if (isReplacementDue(order, { ...after, warnedSince: after.warnedSince }, { rules, now })) {
    await searchReplacement(tx, server.domainEvents, order, { now, isFirst: after.soughtAt === null })
    after.soughtAt = now
  }
  await saveWatch(tx, orderId, after, nextJudgement(judgement, now))
}

/**
 * A server of an earlier version ends the search of another car without a word, and leaves the mark of it on an order that it takes from its
 * driver: the order without the mark, unless others are asked.
 */
async function withoutLostSearch(
  tx: Tx,
  order: DrivenOrder,
  { watch, now }: { watch: CarWatch; now: Date },
): Promise<DrivenOrder> {
  if (order.replacementSince === null || (await isSearched(tx, order.id))) return order
  if (isSearchOfWatch(order, watch)) await foundNoOther(tx, order, now)
  else await forgetReplacement(tx, order, now)
  return { ...order, replacementSince: null }
}

function isSearchOfWatch({ replacementSince }: DrivenOrder, { soughtAt }: CarWatch): boolean {
  return soughtAt !== null && replacementSince?.getTime() === soughtAt.getTime()
}

function isReplacementDue(
  { replacementSince }: DrivenOrder,
  watch: Parameters<typeof mustSearchReplacement>[0],
  { rules, now }: { rules: WatchRules; now: Date },
): boolean {
  return replacementSince === null && mustSearchReplacement(watch, rules.replacementMinutes, now)
}

/** The car comes again: ends the search that this watch began, and no other. */
async function endSearchOfWatch(
  tx: Tx,
  { domainEvents }: Server,
  order: DrivenOrder,
  { watch, now }: { watch: CarWatch; now: Date },
): Promise<void> {
  if (!isSearchOfWatch(order, watch)) return
  await endReplacement(tx, domainEvents, { order, because: 'car_moves', now })
}

async function judgementOf(
  tx: Tx,
  order: DrivenOrder,
  { watch, rules, now }: { watch: CarWatch; rules: WatchRules; now: Date },
): Promise<Judgement> {
  const { since } = watch
  const [pickup] = await readPlaces(tx, order.id)
  if (!pickup || rules.warningMinutes === 0) return { warning: null, warnedSince: null, since: now, calmUntil: now }
  const trail = await readTrail(tx, order.driverId, { since, until: now })
  return judgeCar({ pickup, since, departureAt: order.departureTime, trail }, rules, now)
}

function nextJudgement({ warnedSince, calmUntil }: Judgement, now: Date): Date {
  const wanted = warnedSince
    ? (now.getTime() - warnedSince.getTime()) / SHARE_OF_WARNING
    : calmUntil.getTime() - now.getTime()
  return new Date(now.getTime() + Math.min(CALM_MS, Math.max(WARNED_MS, wanted)))
}

/** The version stays, because nothing that editors read has changed. */
async function announce(tx: Tx, order: DrivenOrder, { after, now }: { after: CarWatch; now: Date }): Promise<void> {
  const { warnedAs, warnedSince } = after
  const car = { driver_id: order.driverId, indicativ: order.carIndicativ }
  const line = { orderId: order.id, at: now, by: SYSTEM }
  if (warnedAs === null || warnedSince === null) {
    await addHistory(tx, [{ ...line, type: 'car_moves', data: car }])
    return record(tx, changedEvents(order), now)
  }
  const seconds = Math.round((now.getTime() - warnedSince.getTime()) / SECOND_MS)
  await addHistory(tx, [{ ...line, type: 'car_warned', data: { ...car, car_warning: warnedAs, seconds } }])
  await record(tx, [...changedEvents(order), warning(order, warnedAs, order.carIndicativ)], now)
}
