import { joinSpans } from '@dispecerat/domain/dispatch/replay/span-finger'
import type { AssignedTrip, PastDriver, PastOrder, ReplayWorld } from '@dispecerat/domain/dispatch/replay/world'
import { coarsePoint } from '@dispecerat/domain/kernel/geo'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import type { Db } from '../../platform/db/database.ts'
import { companyGround } from './company-ground.store.ts'
import type { OfferColumns } from './offer-columns.ts'
import { companiesIn, pastOffers, pastTrails } from './past-columns.store.ts'
import { driversOnDuty, pausesOf, type TripOfDriver, tripsOf } from './past-drivers.store.ts'
import { type PastRange, pastOrders } from './past-orders.store.ts'

/** Input of a worker thread: the world before the models are learned from it. */
export interface ReplayFacts {
  world: Omit<ReplayWorld, 'answers' | 'trips'>
  offers: OfferColumns
}

/**
 * Figures of one order under rules of the company's choice would reveal where a partner's driver was, so all positions of those are made
 * coarse.
 */
type IsOwn = (driverId: DriverId) => boolean

/** Reads the past of the range, one data set after another; no single statement covers the whole range. */
export async function gatherFacts(db: Db, range: PastRange): Promise<ReplayFacts> {
  const { companyId, from, to } = range
  const orders = await pastOrders(db, range)
  const companyIds = companiesIn(companyId, orders)
  const onDuty = await driversOnDuty(db, companyIds, range)
  const driverIds = onDuty.map(({ driverId }) => driverId)
  const trips = await tripsOf(db, driverIds, range)
  const pauses = await pausesOf(db, range)
  const ground = await companyGround(db, companyId, companyIds)
  const own = new Set(onDuty.filter((driver) => driver.companyId === companyId).map(({ driverId }) => driverId))
  const isOwn = (driverId: DriverId) => own.has(driverId)
  const trails = await pastTrails(db, driverIds, { ...range, isOwn })
  const tripsOfDriver = byDriver(trips)
  const drivers = onDuty.map(
    (driver): PastDriver => ({
      ...driver,
      pauses: pauses.get(driver.driverId) ?? [],
      trips: joinSpans(tripsOfDriver.get(driver.driverId) ?? []),
      trail: trails.rowsOf.get(driver.driverId) ?? { first: 0, end: 0 },
    }),
  )
  return {
    world: {
      companyId,
      from: from.getTime(),
      to: to.getTime(),
      drivers,
      orders,
      trails: trails.columns,
      ...ground,
      givenTrips: otherTrips(trips, { orders, from: from.getTime(), isOwn }),
    },
    offers: await pastOffers(db, range),
  }
}

/** Trips without a replayed order occupy their drivers all the same; one that began before the range continues into it. */
function otherTrips(
  trips: readonly TripOfDriver[],
  { orders, from, isOwn }: { orders: readonly PastOrder[]; from: number; isOwn: IsOwn },
): AssignedTrip[] {
  const played = new Set(orders.map(({ orderId }) => orderId))
  return trips
    .filter(({ orderId }) => !played.has(orderId))
    .map(({ driverId, destination, ...trip }) => ({
      driverId,
      destination: destination && !isOwn(driverId) ? coarsePoint(destination) : destination,
      from: Math.max(trip.from, from),
      to: trip.to,
    }))
}

function byDriver(trips: readonly TripOfDriver[]): Map<DriverId, TripOfDriver[]> {
  const sorted = new Map<DriverId, TripOfDriver[]>()
  for (const trip of trips) {
    const own = sorted.get(trip.driverId)
    if (own) own.push(trip)
    else sorted.set(trip.driverId, [trip])
  }
  return sorted
}
