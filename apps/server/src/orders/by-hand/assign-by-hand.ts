import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { isChosenNext, mustAccept } from '@dispecerat/domain/orders/chosen-driver'
import { stateAfter } from '@dispecerat/domain/orders/order'
import { driverTakes, holdDriver, type LockedDriver, lockDriver } from '../../fleet/fleet.public.ts'
import { companySetting } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { checkVersion } from '../edit/check-edit.ts'
import { driverHasAnother } from '../life/assign-order.ts'
import { withoutDriver } from '../life/driver-ids.ts'
import { isFinishingOneTrip } from '../life/next-orders.store.ts'
import { retriedEvents, WITHOUT_DRIVER } from '../life/retry-order.ts'
import { notifyClient } from '../notify/notify-client.ts'
import { orderAudience } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderRecord } from '../order-record.ts'
import { lockOwnOrder, saveOrder } from '../orders.store.ts'
import { endReplacement, type SearchOver } from '../watch/replacement.ts'
import { companyOfChosen } from './chosen-driver.store.ts'
import { drivenNow, takeFromDriver } from './take-from-driver.ts'

interface Choice {
  driverId: DriverId
  reason: string | null
}

interface ByHand extends Choice {
  isPartner: boolean
  /** Locked, without a driver. */
  order: OrderRecord
  now: Date
}

/**
 * Gives an order to a driver whom the dispatcher names: at once, or as a ringing offer that comes before the company's rules. An order that
 * another driver has is taken from them first. Naming the driver who has it changes nothing.
 */
export async function assignByHand(
  server: Server,
  actor: Actor,
  { orderId, version }: { orderId: OrderId; version: ReadVersion },
  { driverId, reason }: Choice,
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const before = await lockOwnOrder(tx, actor.scope, orderId)
    checkVersion(before, version)
    stateAfter(before, 'assignNow')
    if (before.driverId === driverId) return { orderId }
    const companyId = await companyOfChosen(tx, before, driverId)
    const companyRequires = await companySetting(tx, before.createdByCompanyId, 'search', 'named_driver_confirms')
    const now = server.clock.now()

    const isPartner = companyId !== before.createdByCompanyId
    const confirms = mustAccept({ isPartner, companyRequires })
    const driven = drivenNow(before)
    if (driven) {
      const holding = [driven.driverId, driverId]
      // Before both drivers are locked, because the search locks those whom it counts something against.
      const over: SearchOver = confirms
        ? { because: 'queued', notBlamed: driverId, holding }
        : { because: 'assigned', toDriver: driverId, holding }
      await endReplacement(tx, server.domainEvents, { order: driven, because: 'released', now, over })
      await holdBoth(tx, driven.driverId, driverId)
    }
    const taken = driven && (await takeFromDriver(tx, server, actor, { order: driven, reason, now }))
    const byHand = { order: taken?.order ?? before, driverId, isPartner, reason, now }
    const result = confirms ? await offerFirst(tx, server, actor, byHand) : await giveAtOnce(tx, server, actor, byHand)
    await record(tx, [...retriedEvents(before, result.order), ...(taken?.events ?? []), ...result.events], now)
    return { orderId }
  })
}

/** By ascending ids, as everywhere: two dispatchers who exchange the drivers of two orders never deadlock. */
async function holdBoth(tx: Tx, one: DriverId, other: DriverId): Promise<void> {
  for (const driverId of [one, other].sort((a, b) => a - b)) await holdDriver(tx, driverId)
}

interface Result {
  order: OrderRecord
  events: LogEvent[]
}

async function giveAtOnce(tx: Tx, server: Server, actor: Actor, byHand: ByHand): Promise<Result> {
  const { order, driverId, reason, now } = byHand
  const orderId = order.id
  // Before the driver's row is locked, because the search locks the drivers whom it counts something against.
  await server.domainEvents.emit(tx, 'order.search_over', { orderId, now, because: 'assigned', toDriver: driverId })
  const { driver, isNext } = await lockChosen(tx, driverId, now)
  const { indicativ } = driver
  const assigned = await saveOrder(
    tx,
    order,
    {
      ...mayDriveAgain(order, driverId),
      state: stateAfter(order, 'assignNow'),
      tripState: 'waiting_driver',
      driverId,
      carId: driver.carId,
      carIndicativ: indicativ,
      processedByCompanyId: driver.companyId,
      manuallyAssigned: true,
      waitingDriverTime: null,
      assignedAt: now,
      isNextOrder: isNext,
      replacementSince: null,
      inPendingQueue: false,
      pendingSince: null,
    },
    now,
  ).catch(driverHasAnother)
  const data = { driver_id: driverId, indicativ, ...(isNext ? { is_next: true } : {}), ...withReason(reason) }
  await addHistory(tx, [{ orderId, at: now, type: 'manually_assigned', by: actor, data }])
  await driverTakes(tx, driverId, now)
  await server.domainEvents.emit(tx, 'order.driver_chosen', { orderId, driverId, now })
  await notifyClient(tx, server.domainEvents, order, 'client_assigned', now)
  const about = { order_id: orderId, driver_id: driverId }
  return {
    order: assigned,
    events: [
      { event: 'order_driver_found', toCompanies: orderAudience(assigned), data: about },
      { event: 'order_accept_confirmed', toUsers: [driverId], data: about },
    ],
  }
}

/** Of a partner's driver a dispatcher learns nothing and withdraws nothing: the search alone decides whether the phone rings. */
async function offerFirst(tx: Tx, server: Server, actor: Actor, byHand: ByHand): Promise<Result> {
  const { order, driverId, isPartner, reason, now } = byHand
  const orderId = order.id
  const state = stateAfter(order, 'offerByHand')
  const named = { customDriverIds: [driverId], onlyCustom: false }
  const changes = { ...WITHOUT_DRIVER, ...mayDriveAgain(order, driverId), ...named, state }
  const searched = await saveOrder(tx, order, changes, now)
  const data = { driver_id: driverId, ...withReason(reason) }
  await addHistory(tx, [{ orderId, at: now, type: 'offered_by_hand', by: actor, data }])
  await server.domainEvents.emit(tx, 'order.search_wanted', { orderId, now, toDriver: driverId })
  if (!isPartner) {
    await lockChosen(tx, driverId, now)
    await server.domainEvents.emit(tx, 'order.driver_chosen', { orderId, driverId, now })
  }
  return { order: searched, events: [] }
}

/** Locks the driver and throws the reason why they cannot have the order; `isNext`: it comes after the trip that they are finishing. */
async function lockChosen(tx: Tx, driverId: DriverId, now: Date): Promise<{ driver: LockedDriver; isNext: boolean }> {
  const driver = await lockDriver(tx, driverId)
  const isFinishing = driver.isBusy && (await isFinishingOneTrip(tx, driverId))
  return { driver, isNext: isChosenNext({ ...driver, isFinishing }, now) }
}

/** The dispatcher's choice outweighs that the driver once gave the order back, or lost it to a dispatcher. */
function mayDriveAgain({ canceledByDriverIds, excludedDriverIds }: OrderRecord, driverId: DriverId) {
  return {
    canceledByDriverIds: withoutDriver(canceledByDriverIds, driverId),
    excludedDriverIds: withoutDriver(excludedDriverIds, driverId),
  }
}

function withReason(reason: string | null): { reason?: string } {
  return reason === null ? {} : { reason }
}
