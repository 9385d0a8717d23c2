import { asId, type DriverId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { Roads } from '../../adapters/routing/roads.ts'
import type { Router } from '../../adapters/routing/routing.ts'
import { straightLineRouter } from '../../adapters/routing/straight-line-router.ts'
import { TestClock } from '../../testing/test-clock.ts'
import { type Trip, TripEnds } from './trip-ends.ts'

const SQUARE = { lat: 45.642, long: 25.5887 }
const STATION = { lat: 45.6608, long: 25.613 }
const NEARER = { lat: 45.658, long: 25.61 }
const MINUTE_MS = 60_000

/** Roads on which every route takes this many seconds; counts the queries. */
function aTown(seconds: number) {
  const clock = new TestClock('2026-03-01T20:00:00Z')
  const router: Router & { requests: number } = {
    requests: 0,
    async metres(from) {
      router.requests += from.length
      return from.map(() => ({ metres: 5000, estimated: false, seconds }))
    },
    route: straightLineRouter.route,
  }
  return { clock, router, ends: new TripEnds(new Roads(router, clock)) }
}

const trip = (driverId: DriverId, from = SQUARE, to = STATION): Trip => ({ driverId, from, to })

test('a trip ends when the router says, and the same moment is reused while the car drives towards it', async () => {
  const { clock, router, ends } = aTown(900)
  expect(await ends.left([trip(asId<UserId>(1))], clock.now())).toEqual([900_000])
  clock.pass(30)
  expect(await ends.left([trip(asId<UserId>(1), NEARER)], clock.now())).toEqual([870_000])
  expect(router.requests).toBe(1)
  clock.pass(31)
  expect(await ends.left([trip(asId<UserId>(1), NEARER)], clock.now())).toEqual([900_000])
  expect(router.requests).toBe(2)
})

test('a changed destination is queried again', async () => {
  const { clock, router, ends } = aTown(300)
  await ends.left([trip(asId<UserId>(1))], clock.now())
  expect(await ends.left([trip(asId<UserId>(1), STATION, SQUARE)], clock.now())).toEqual([300_000])
  expect(router.requests).toBe(2)
})

test('of a large fleet a part is queried per round, the rest is estimated until the next rounds', async () => {
  const { clock, router, ends } = aTown(1200)
  const fleet = Array.from({ length: 60 }, (_, n) =>
    trip(asId<UserId>(n), { lat: SQUARE.lat + n / 10_000, long: SQUARE.long }),
  )
  const known = async () => (await ends.left(fleet, clock.now())).filter((ms) => ms === 20 * MINUTE_MS).length
  const first = await known()
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(60)
  expect(router.requests).toBe(first)
  await known()
  expect(await known()).toBe(60)
})

test('without a router the straight line is estimated, at the speed of a car in town', async () => {
  const ends = new TripEnds(new Roads(straightLineRouter, new TestClock('2026-03-01T20:00:00Z')))
  const [left = 0] = await ends.left([trip(asId<UserId>(1))], new Date('2026-03-01T20:00:00Z'))
  // 2.8 km in a straight line.
  expect(left / MINUTE_MS).toBeGreaterThan(6)
  expect(left / MINUTE_MS).toBeLessThan(11)
})
