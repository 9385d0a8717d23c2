import { DomainError } from '@dispecerat/domain/errors'
import type { DriverId, OrderId } from '@dispecerat/domain/ids'
import { answerOffer, type OfferReceipt, receiptOfOffer } from '@dispecerat/domain/search/answer-offer'
import type { WalkDecision } from '@dispecerat/domain/search/walk'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { type LoggedEvent, record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import { driverTakes, type LockedDriver, lockDriver } from '../fleet/fleet.public.ts'
import { addHistory, assignOrder, lockOrder, type NewHistory, orderAudience } from '../orders/orders.public.ts'
import type { Server } from '../server.ts'
import { saveEffects, saveWalk } from './save-walk.store.ts'
import { eventsOf, panelEvent } from './walk-news.ts'
import { loadWalk, orderOfRound, type StoredWalk, wasAsked } from './walks.store.ts'

/**
 * A driver says yes. The order row is the lock: two drivers who say yes together are taken one by one, and one driver who
 * says yes to two orders waits at his own row. A repeat by the winner changes nothing.
 */
export async function acceptOffer(
  server: Server,
  caller: Caller,
  orderId: number,
  waitingMinutes: number | null,
): Promise<{ orderId: OrderId }> {
  return write(server, caller, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const driver = await lockDriver(tx, caller.userId ?? 0)
    const now = server.clock.now() // after the wait for the locks
    const stored = await walkAskedOf(tx, order.id, driver.driverId, 'order.unknown')

    const { walk, effects } = answerOffer(stored.walk, driver.driverId, 'accept', now)
    if (effects.length === 0) return { orderId: order.id }
    requireFree(driver, now)
    const { roundId } = await saveEffects(tx, stored, effects, now)
    await saveWalk(tx, stored, walk, false)
    const { driverId, carId, indicativ, companyId } = driver
    const isWon = await assignOrder(tx, caller, { order, driverId, carId, indicativ, companyId, waitingMinutes, now })
    if (!isWon) throw new DomainError('offer.taken')
    await driverTakes(tx, driverId, now)
    const confirmed: LoggedEvent = {
      event: 'order_accept_confirmed',
      toUsers: [driverId],
      data: { order_id: order.id, driver_id: driverId },
    }
    const news = { orderId: order.id, roundId, audience: orderAudience(order), withdrawn: 'taken' as const }
    await record(tx, [confirmed, ...eventsOf(effects, news)], now)
    return { orderId: order.id }
  })
}

function requireFree({ banUntil, isBusy, onShift }: LockedDriver, now: Date): void {
  if (banUntil && banUntil > now) throw new DomainError('driver.banned')
  if (isBusy) throw new DomainError('driver.busy')
  if (!onShift) throw new DomainError('driver.not_on_shift')
}

/** A driver says no; in a rotation the walk is due at once, which `asksNext` hears. */
export async function refuseOffer(
  server: Server,
  caller: Caller,
  orderId: number,
  reason: string | null,
): Promise<{ orderId: OrderId }> {
  return write(server, caller, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const now = server.clock.now()
    const driverId = (caller.userId ?? 0) as DriverId
    const stored = await walkAskedOf(tx, order.id, driverId, 'offer.unknown')
    const decision = answerOffer(stored.walk, driverId, 'refuse', now)
    if (decision.effects.length === 0) return { orderId: order.id }
    await saveAnswer(tx, stored, decision, now)
    const data = { driver_id: driverId, ...(reason ? { reason } : {}) }
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'driver_refused', by: caller, data }])
    await record(tx, [panelEvent(order.id)], now)
    return { orderId: order.id }
  })
}

/** Receipts of the phones of one round, in the order they came. */
export interface Receipt {
  driverId: DriverId
  kind: OfferReceipt
}

/** Notes that phones got or show an offer. Receipts that come too late, or from who was not asked, say nothing. */
export async function noteReceipts(
  server: Server,
  caller: Caller,
  roundId: number,
  receipts: readonly Receipt[],
): Promise<{ heard: number }> {
  return write(server, caller, async (tx) => {
    const orderId = await orderOfRound(tx, roundId)
    if (orderId === null) return { heard: 0 }
    await lockOrder(tx, orderId)
    const now = server.clock.now()
    const stored = await loadWalk(tx, orderId)
    if (!stored || stored.roundId !== roundId) return { heard: 0 }
    const noted = fold(stored, receipts, now)
    if (noted.decision.effects.length > 0) await saveAnswer(tx, stored, noted.decision, now)
    await addHistory(tx, noted.history)
    if (noted.history.length > 0) await record(tx, [panelEvent(orderId)], now)
    return { heard: noted.heard }
  })
}

function fold(stored: StoredWalk, receipts: readonly Receipt[], now: Date) {
  let { walk } = stored
  let heard = 0
  const touched = new Set<DriverId>()
  const history: NewHistory[] = []
  for (const { driverId, kind } of receipts) {
    if (!walk.round?.offers.some((offer) => offer.driverId === driverId)) continue
    heard += 1
    const decision = receiptOfOffer(walk, driverId, kind, now)
    if (decision.effects.length === 0) continue
    walk = decision.walk
    touched.add(driverId)
    const by = { kind: 'driver' as const, userId: driverId }
    const data = { driver_id: driverId }
    if (kind === 'viewed') history.push({ orderId: walk.orderId, at: now, type: 'driver_viewed', by, data })
  }
  const offers = (walk.round?.offers ?? []).filter(({ driverId }) => touched.has(driverId))
  const effects = offers.map((offer) => ({ type: 'offer.noted' as const, roundNo: walk.round?.no ?? 0, offer }))
  return { heard, history, decision: { walk, effects } }
}

async function saveAnswer(
  tx: Tx,
  stored: StoredWalk,
  { walk, effects }: Pick<WalkDecision, 'walk' | 'effects'>,
  now: Date,
): Promise<void> {
  await saveEffects(tx, stored, effects, now)
  await saveWalk(tx, stored, walk, false)
}

/** The order's last walk; a driver asked only in an earlier one is late, one never asked is told nothing. */
async function walkAskedOf(
  tx: Tx,
  orderId: OrderId,
  driverId: DriverId,
  unknown: 'order.unknown' | 'offer.unknown',
): Promise<StoredWalk> {
  const stored = await loadWalk(tx, orderId)
  const isAsked =
    stored?.walk.round?.offers.some((offer) => offer.driverId === driverId) ||
    stored?.walk.askedBefore.includes(driverId)
  if (stored && isAsked) return stored
  throw new DomainError((await wasAsked(tx, orderId, driverId)) ? 'offer.expired' : unknown)
}
