import { answerOffer } from '@dispecerat/domain/dispatch/search/answer-offer'
import { answerableOffer } from '@dispecerat/domain/dispatch/search/offers-of-driver'
import { isBanned } from '@dispecerat/domain/fleet/ban'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { type DriverId, NO_USER, type OrderId } from '@dispecerat/domain/kernel/ids'
import { driverTakes, holdDrivers, type LockedDriver, lockDriver } from '../../fleet/fleet.public.ts'
import {
  assignOrder,
  isFinishingOneTrip,
  lockNextOrder,
  lockOrder,
  notifyClient,
  orderAudience,
  replaceableOrder,
  replaceDriver,
} from '../../orders/orders.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { eventsOf } from '../search/walk-events.ts'
import type { StoredWalk } from '../search/walks.store.ts'
import { holdPenalised, judgeDrivers } from './judge-drivers.ts'
import { clearMissedOffers } from './missed-offers.store.ts'
import { readOpenOffer } from './place-offers.store.ts'
import { silencePhone } from './silence-phone.ts'
import { saveAnswer, walkWithOffer } from './walk-with-offer.ts'

/**
 * A driver accepts an offer. The order row is the lock: of two drivers who accept at once, one is processed after the other, and one driver
 * who accepts two orders waits at their own row. Idempotent for the winner.
 */
export async function acceptOffer(
  server: Server,
  actor: Actor,
  orderId: OrderId,
  waitingMinutes: number | null,
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const driverId = actor.userId ?? NO_USER
    // A dispatcher gave it to the driver whose phone still rang, or to another one.
    if (order.state === 'assigned' && order.driverId === driverId) return { orderId: order.id }
    const stored = await walkWithOffer(tx, order.id, driverId, 'order.unknown')
    const replaced = replaceableOrder(order)
    if (order.state === 'assigned' && replaced === null) throw new DomainError('offer.taken')
    await holdDriversOf(tx, stored, { driverId, replaced: replaced?.driverId, now: server.clock.now() })
    const driver = await lockDriver(tx, driverId)
    const now = server.clock.now() // after the wait for the locks

    const decision = answerOffer(stored.walk, driverId, 'accept', now)
    const { walk, effects } = decision
    if (effects.length === 0) return { orderId: order.id }
    const isNext = await mayTake(tx, stored, driver, now)
    const penalised = await saveAnswer(tx, stored, decision, now)
    const { carId, indicativ, companyId } = driver
    const freed = replaced && (await replaceDriver(tx, server, actor, { order: replaced, toDriver: driverId, now }))
    const assignment = {
      order: freed?.order ?? order,
      driverId,
      carId,
      indicativ,
      companyId,
      waitingMinutes,
      isNext,
      now,
    }
    if (freed) await record(tx, freed.events, now)
    if (!(await assignOrder(tx, actor, assignment))) throw new DomainError('offer.taken')
    await driverTakes(tx, driverId, now)
    await notifyClient(tx, server.domainEvents, order, 'client_assigned', now)
    await clearMissedOffers(tx, driverId, companyId, now)
    const silenced = await silencePhone(tx, { driverId, except: order.id, now })
    await judgeDrivers(tx, server.domainEvents, penalised, { orderId: order.id, now })
    const confirmed: LogEvent = {
      event: 'order_accept_confirmed',
      toUsers: [driverId],
      data: { order_id: order.id, driver_id: driverId },
    }
    const audience = orderAudience({ ...order, processedByCompanyId: companyId })
    const events = eventsOf(effects, { walk, roundIds: stored.roundIds, audience, withdrawn: 'taken' })
    await record(tx, [confirmed, ...events, ...silenced], now)
    return { orderId: order.id }
  })
}

/**
 * Locks drivers whose offers the acceptance turns into misses together with the winner and the driver who is replaced, in ascending order, so
 * that two acceptances never deadlock.
 */
async function holdDriversOf(
  tx: Tx,
  { walk }: StoredWalk,
  { driverId, replaced, now }: { driverId: DriverId; replaced: DriverId | undefined; now: Date },
): Promise<void> {
  const { walk: accepted, effects } = answerOffer(walk, driverId, 'accept', now)
  if (replaced !== undefined) await lockNextOrder(tx, replaced)
  const winnerAndReplaced = replaced === undefined ? [driverId] : [driverId, replaced]
  await holdPenalised(tx, accepted, effects, winnerAndReplaced)
  if (replaced !== undefined) await holdDrivers(tx, winnerAndReplaced, [])
}

/**
 * True when the order is queued behind the driver's trip; refuses drivers who are banned, off duty, or busy in a step that excludes busy
 * drivers.
 */
async function mayTake(tx: Tx, { walk, roundIds }: StoredWalk, driver: LockedDriver, now: Date): Promise<boolean> {
  const round = answerableOffer(walk, driver.driverId, now)?.round
  // A ban for which this acceptance waited was not yet there when the driver and the walk were read.
  const current = await readOpenOffer(tx, roundIds.get(round?.no ?? 0), driver.driverId)
  if (isBanned(current.banUntil, now)) throw new DomainError('driver.banned')
  if (!current.isOpen) throw new DomainError('offer.expired')
  if (!driver.onShift) throw new DomainError('driver.not_on_shift')
  if (!driver.isBusy) return false
  const step = round?.step
  const mayQueue = step?.showForBusyDrivers === true && (await isFinishingOneTrip(tx, driver.driverId))
  if (!mayQueue) throw new DomainError('driver.busy')
  return true
}
