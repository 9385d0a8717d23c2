import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { metresTo, type SeenCar } from '@dispecerat/domain/orders/arrival'
import { doubtOfFare, doubtOfTariffFare, type FareDoubt } from '@dispecerat/domain/orders/fare-doubt'
import { isDeliveryService } from '@dispecerat/domain/orders/goods'
import { type PaymentType, tripStateAfter } from '@dispecerat/domain/orders/order'
import { companySetting } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type Photo, saveProof } from '../delivery/order-proofs.store.ts'
import { changedEvents, driverReads } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderChanges, OrderRecord } from '../order-record.ts'
import { saveOrder } from '../orders.store.ts'
import { readPlaces } from '../places/order-places.store.ts'
import { type DrivenOrder, lockDrivenOrder, requireCurrent } from './lock-driven-order.ts'
import { releaseDriver } from './release-driver.ts'

interface Fare {
  costBani: number
  /** Computed by the server because the phone sent none. */
  isByTariff: boolean
  /** The driver's phone reports mock positions from another app. */
  isPositionMock: boolean
  car: SeenCar
  paymentType?: PaymentType
  /** Metres measured by the driver's phone. */
  metres?: number
  /** Delivery photo. */
  photo?: Photo | null
}

/** Finishes the trip with the taximeter's cost. A doubted cost moves no money until a user confirms it. */
export async function finishTrip(
  server: Server,
  actor: Actor,
  orderId: OrderId,
  sent: Fare,
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const { costBani, paymentType, metres, photo = null } = sent
    const order = await lockDrivenOrder(tx, actor, orderId)
    const now = server.clock.now()
    requireCurrent(order)
    tripStateAfter(order, 'finish')
    if (paymentType === 'protocol' && order.protocolUserId === null) {
      throw new FieldErrors({ payment_type: ['Comanda nu are o companie protocol'] })
    }
    await requireProof(tx, order, photo)
    if (photo) await saveProof(tx, order.id, order.driverId, photo, now)
    const doubt = await doubtOf(tx, order, sent, now)
    const fare = {
      costBani,
      ...(paymentType === undefined ? {} : { paymentType }),
      ...(doubt === null ? {} : { fareDoubt: doubt, discountedCostBani: null }),
    }
    const data = {
      cost: costBani / 100,
      ...(metres === undefined ? {} : { distance_m: metres }),
      ...(photo ? { proof_photo: true } : {}),
      ...(doubt === null ? {} : { fare_doubt: doubt }),
    }
    await endTrip(tx, server, actor, { order, fare, data, now })
    return { orderId: order.id }
  })
}

async function doubtOf(tx: Tx, order: DrivenOrder, sent: Fare, now: Date): Promise<FareDoubt | null> {
  const { costBani, isByTariff, isPositionMock, car } = sent
  const { estimatedCostBani: estimatedBani, tripStartedAt: startedAt } = order
  const [pickup] = await readPlaces(tx, order.id)
  const metresFromPickup = pickup ? metresTo(car, pickup, now) : null
  const fare = { costBani, estimatedBani, startedAt, finishedAt: now, isPositionMock, metresFromPickup }
  return isByTariff ? doubtOfTariffFare(fare) : doubtOfFare(fare)
}

/** Ends the trip of a locked order and releases its driver; also used by the timer for a trip that was never ended. */
export async function endTrip(
  tx: Tx,
  server: Server,
  actor: Actor,
  end: { order: DrivenOrder; fare: OrderChanges; data: Record<string, unknown>; now: Date },
): Promise<void> {
  const { order, fare, data, now } = end
  const finished = await saveOrder(tx, order, { ...fare, state: 'finished', tripState: null, tripFinishedAt: now }, now)
  await addHistory(tx, [{ orderId: order.id, at: now, type: 'finished', by: actor, data }])
  const { driverId } = order
  await releaseDriver(tx, server, { orderId: order.id, driverId, now, release: 'ended' })
  await server.domainEvents.emit(tx, 'order.fare_set', { orderId: order.id, now })
  await record(tx, [...changedEvents(finished), driverReads(order.id, driverId)], now)
}

/** A delivery cannot end without a photo where the company requires one. */
async function requireProof(tx: Tx, order: OrderRecord, photo: Photo | null): Promise<void> {
  if (photo !== null || !isDeliveryService(order.serviceId)) return
  if (!(await companySetting(tx, order.createdByCompanyId, 'orders', 'proof_photo_required'))) return
  throw new FieldErrors({ proof_photo: ['Fotografia livrării este obligatorie'] })
}
