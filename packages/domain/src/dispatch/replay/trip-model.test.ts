import { expect, test } from 'vitest'
import type { Point } from '../../kernel/geo.ts'
import { asId, type DriverId, type OrderId } from '../../kernel/ids.ts'
import { learnTrips, placeOnTrip, tripOf } from './trip-model.ts'
import type { PastEnd, PastOrder } from './world.ts'

const PICKUP: Point = { lat: 45.65, long: 25.6 }
/** 1 km north of the pickup: 1.3 km by road. */
const NORTH: Point = { lat: 45.65 + 1000 / 111_195, long: 25.6 }
const DRIVER = asId<DriverId>(1)
const OTHER = asId<DriverId>(2)

function anOrder(past: Partial<PastEnd>, destination: Point | null = NORTH): PastOrder {
  const nothing = { driverId: null, assignedAt: null, pickupMetres: null, arrivedAt: null, startedAt: null }
  return {
    orderId: asId<OrderId>(1),
    searchAt: 0,
    pickup: PICKUP,
    destination,
    serviceId: 1,
    options: [],
    namedDriverIds: [],
    onlyNamed: false,
    partnerIds: [],
    calledOffAt: null,
    past: { ...nothing, finishedAt: null, wasUnserved: false, ...past },
  }
}

test('speed, setting off, waiting and trip times are medians of the past; a handful of trips is ignored', () => {
  const driven = { assignedAt: 0, arrivedAt: 60_000, startedAt: 100_000, finishedAt: 230_000 }
  const orders = Array.from({ length: 7 }, () => anOrder(driven))
  const learned = { metresPerSecond: 10, waitSeconds: 40, tripSeconds: 130 }
  expect(learnTrips(orders)).toEqual({ ...learned, settingOffSeconds: 20 })
  const usual = { metresPerSecond: 7.5, settingOffSeconds: 20, waitSeconds: 150, tripSeconds: 600 }
  expect(learnTrips(orders.slice(0, 3))).toEqual(usual)
  // 400 m are 520 m by road, 52 s at this speed.
  const came = (metres: number) => learnTrips(orders.map(({ past }) => anOrder({ ...past, pickupMetres: metres })))
  expect(came(400)).toEqual({ ...learned, settingOffSeconds: 8 })
  expect(came(900)).toEqual({ ...learned, settingOffSeconds: 0 })
})

test('a trip takes its real duration; without one in the past, the duration of its road', () => {
  const model = { metresPerSecond: 13, settingOffSeconds: 20, waitSeconds: 60, tripSeconds: 300 }
  const modelled = tripOf(model, anOrder({}), { driverId: DRIVER, from: NORTH, at: 0 })
  expect(modelled).toMatchObject({ arrivesAt: 120_000, startsAt: 180_000, endsAt: 280_000, destination: NORTH })

  const really = { driverId: DRIVER, assignedAt: 5000, arrivedAt: 65_000, startedAt: 75_000, finishedAt: 675_000 }
  const same = tripOf(model, anOrder(really), { driverId: DRIVER, from: NORTH, at: 0 })
  expect(same).toMatchObject({ arrivesAt: 60_000, startsAt: 70_000, endsAt: 670_000 })
  const another = tripOf(model, anOrder(really), { driverId: OTHER, from: NORTH, at: 0 })
  expect(another).toMatchObject({ arrivesAt: 120_000, startsAt: 130_000, endsAt: 730_000 })
  const untold = tripOf(model, anOrder({}, null), { driverId: OTHER, from: PICKUP, at: 0 })
  expect(untold).toMatchObject({ endsAt: untold.startsAt + 300_000, destination: PICKUP })
})

test('the car is between its places while driving, at the pickup while waiting, at the destination afterwards', () => {
  const model = { metresPerSecond: 13, settingOffSeconds: 20, waitSeconds: 60, tripSeconds: 300 }
  const trip = tripOf(model, anOrder({}), { driverId: DRIVER, from: NORTH, at: 0 })
  const latAt = (ms: number) => placeOnTrip(trip, ms).lat
  expect(latAt(0)).toBe(NORTH.lat)
  expect(latAt(60_000)).toBeCloseTo((NORTH.lat + PICKUP.lat) / 2, 6)
  expect(latAt(150_000)).toBe(PICKUP.lat)
  expect(latAt(230_000)).toBeCloseTo((NORTH.lat + PICKUP.lat) / 2, 6)
  expect(latAt(999_000)).toBe(NORTH.lat)
})
