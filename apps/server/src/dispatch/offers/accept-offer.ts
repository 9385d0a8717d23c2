import { answerOffer, type OfferReceipt, receiptOfOffer } from '@dispecerat/domain/dispatch/search/answer-offer'
import { answerableOffer, offersOf } from '@dispecerat/domain/dispatch/search/offers-of-driver'
import type { Walk, WalkDecision, WalkEffect } from '@dispecerat/domain/dispatch/search/walk'
import { isBanned } from '@dispecerat/domain/fleet/ban'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { driverTakes, forgetIgnored, holdDriver, type LockedDriver, lockDriver } from '../../fleet/fleet.public.ts'
import {
  addHistory,
  assignOrder,
  isFinishingOneTrip,
  lockOrder,
  type NewHistory,
  notifyClient,
  orderAudience,
} from '../../orders/orders.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type LoggedEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { saveEffects, saveWalk } from '../search/save-walk.store.ts'
import { silenceOthers } from '../search/search-inputs.store.ts'
import { eventsOf, panelEvent } from '../search/walk-events.ts'
import { loadWalk, orderOfRound, type StoredWalk, wasOffered } from '../search/walks.store.ts'
import { holdPenalised, judgeDrivers, type PenalisedDriver } from './judge-drivers.ts'
import { clearMissedOffers } from './missed-offers.store.ts'

/**
 * A driver accepts an offer. The order row is the lock: of two drivers who accept at once, one is processed after the other, and one driver
 * who accepts two orders waits at their own row. Idempotent for the winner.
 */
export async function acceptOffer(
  server: Server,
  actor: Actor,
  orderId: number,
  waitingMinutes: number | null,
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const driverId = (actor.userId ?? 0) as DriverId
    const stored = await walkWithOffer(tx, order.id, driverId, 'order.unknown')
    await holdLosers(tx, stored, driverId, server.clock.now())
    const driver = await lockDriver(tx, driverId)
    const now = server.clock.now() // after the wait for the locks

    const decision = answerOffer(stored.walk, driverId, 'accept', now)
    const { walk, effects } = decision
    if (effects.length === 0) return { orderId: order.id }
    const isNext = await mayTake(tx, stored, driver, now)
    const penalised = await saveAnswer(tx, stored, decision, now)
    const { carId, indicativ, companyId } = driver
    const assignment = { order, driverId, carId, indicativ, companyId, waitingMinutes, isNext, now }
    if (!(await assignOrder(tx, actor, assignment))) throw new DomainError('offer.taken')
    await driverTakes(tx, driverId, now)
    await notifyClient(tx, server.domainEvents, order, 'client_assigned', now)
    await clearMissedOffers(tx, driverId, companyId, now)
    const silenced = await silenceOthers(tx, { driverId, except: order.id, now })
    await judgeDrivers(tx, server.domainEvents, penalised, { orderId: order.id, now })
    const confirmed: LoggedEvent = {
      event: 'order_accept_confirmed',
      toUsers: [driverId],
      data: { order_id: order.id, driver_id: driverId },
    }
    const audience = orderAudience({ ...order, processedByCompanyId: companyId })
    const events = eventsOf(effects, { walk, roundIds: stored.roundIds, audience, withdrawn: 'taken' })
    await record(tx, [confirmed, ...events, ...silenced.flatMap((id) => silencedEvents(id, driverId))], now)
    return { orderId: order.id }
  })
}

/** Withdraws another ringing offer of a driver who accepted an order from the list. */
function silencedEvents(orderId: OrderId, driverId: DriverId): LoggedEvent[] {
  const data = { order_id: orderId, reason: 'no_longer_available' }
  return [{ event: 'order_canceled', toUsers: [driverId], data }, panelEvent(orderId)]
}

/**
 * Locks drivers whose offers the acceptance turns into misses together with the winner, in ascending order, so that two acceptances never
 * deadlock.
 */
async function holdLosers(tx: Tx, { walk }: StoredWalk, driverId: DriverId, now: Date): Promise<void> {
  const { walk: accepted, effects } = answerOffer(walk, driverId, 'accept', now)
  await holdPenalised(tx, accepted, effects, [driverId])
}

/**
 * True when the order is queued behind the driver's trip; refuses drivers who are banned, off duty, or busy in a step that excludes busy
 * drivers.
 */
async function mayTake(tx: Tx, { walk }: StoredWalk, driver: LockedDriver, now: Date): Promise<boolean> {
  if (isBanned(driver.banUntil, now)) throw new DomainError('driver.banned')
  if (!driver.onShift) throw new DomainError('driver.not_on_shift')
  if (!driver.isBusy) return false
  const step = answerableOffer(walk, driver.driverId, now)?.round.step
  const mayQueue = step?.showForBusyDrivers === true && (await isFinishingOneTrip(tx, driver.driverId))
  if (!mayQueue) throw new DomainError('driver.busy')
  return true
}

/** A driver refuses an offer; in a rotation the walk is due at once. */
export async function refuseOffer(
  server: Server,
  actor: Actor,
  orderId: number,
  reason: string | null,
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const now = server.clock.now()
    const driverId = (actor.userId ?? 0) as DriverId
    const stored = await walkWithOffer(tx, order.id, driverId, 'offer.unknown')
    const decision = answerOffer(stored.walk, driverId, 'refuse', now)
    if (decision.effects.length === 0) return { orderId: order.id }
    await holdDriver(tx, driverId)
    const penalised = await saveAnswer(tx, stored, decision, now)
    await forgetIgnored(tx, driverId)
    await judgeDrivers(tx, server.domainEvents, penalised, { orderId: order.id, now })
    const data = { driver_id: driverId, ...(reason ? { reason } : {}) }
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'driver_refused', by: actor, data }])
    const { walk, effects } = decision
    const input = { walk, roundIds: stored.roundIds, audience: [], withdrawn: 'no_longer_available' as const }
    await record(tx, eventsOf(effects, input), now)
    return { orderId: order.id }
  })
}

/** Receipts of one round's phones, in the order of arrival. */
export interface Receipt {
  driverId: DriverId
  kind: OfferReceipt
}

/** Records that phones received or show an offer. Late receipts and those of drivers without an offer are ignored. */
export async function noteReceipts(
  server: Server,
  actor: Actor,
  roundId: number,
  receipts: readonly Receipt[],
): Promise<{ waitForEvent: number }> {
  return write(server, actor, async (tx) => {
    const orderId = await orderOfRound(tx, roundId)
    if (orderId === null) return { waitForEvent: 0 }
    await lockOrder(tx, orderId)
    const now = server.clock.now()
    const stored = await loadWalk(tx, orderId)
    const roundNo = [...(stored?.roundIds ?? [])].find(([, id]) => id === roundId)?.[0]
    if (!stored || roundNo === undefined) return { waitForEvent: 0 }
    const noted = fold(stored.walk, roundNo, receipts, now)
    if (noted.decision.effects.length > 0) await saveAnswer(tx, stored, noted.decision, now)
    await addHistory(tx, noted.history)
    if (noted.history.length > 0) await record(tx, [panelEvent(orderId)], now)
    return { waitForEvent: noted.waitForEvent }
  })
}

function fold(before: Walk, roundNo: number, receipts: readonly Receipt[], now: Date) {
  let walk = before
  let noted = 0
  const effects: WalkEffect[] = []
  const history: NewHistory[] = []
  for (const { driverId, kind } of receipts) {
    if (!offersOf(walk, driverId).some(({ round }) => round.no === roundNo)) continue
    noted += 1
    const decision = receiptOfOffer(walk, driverId, kind, now, roundNo)
    if (decision.effects.length === 0) continue
    walk = decision.walk
    effects.push(...decision.effects)
    const by = { kind: 'driver' as const, userId: driverId }
    const data = { driver_id: driverId }
    if (kind === 'viewed') history.push({ orderId: walk.orderId, at: now, type: 'driver_viewed', by, data })
  }
  return { waitForEvent: noted, history, decision: { walk, effects } }
}

async function saveAnswer(
  tx: Tx,
  stored: StoredWalk,
  { walk, effects }: Pick<WalkDecision, 'walk' | 'effects'>,
  now: Date,
): Promise<PenalisedDriver> {
  const penalised = await holdPenalised(tx, walk, effects)
  await saveEffects(tx, stored, effects, now)
  await saveWalk(tx, stored, walk, { now })
  return penalised
}

/**
 * The order's last walk; throws `offer.expired` for a driver with an offer only in an earlier walk, the `unknown` code for one without any.
 */
async function walkWithOffer(
  tx: Tx,
  orderId: OrderId,
  driverId: DriverId,
  unknown: 'order.unknown' | 'offer.unknown',
): Promise<StoredWalk> {
  const stored = await loadWalk(tx, orderId)
  const hasOffer =
    stored && (offersOf(stored.walk, driverId).length > 0 || stored.walk.offeredBefore.includes(driverId))
  if (hasOffer) return stored
  throw new DomainError((await wasOffered(tx, orderId, driverId)) ? 'offer.expired' : unknown)
}
