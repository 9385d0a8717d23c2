import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Point } from '../kernel/geo.ts'
import { asId, type ZoneId } from '../kernel/ids.ts'
import {
  type LearnedTime,
  learnTimes,
  MAX_LEARNED_MINUTES,
  MIN_LEARNED_FROM,
  type PastPickup,
} from './learned-times.ts'

const WEST = asId<ZoneId>(1)
const EAST = asId<ZoneId>(2)
const west = { lat: 45.6, long: 25.1 }
const east = { lat: 45.6, long: 25.9 }
const outside = { lat: 45.6, long: 26.5 }
const zoneAt = ({ long }: Point) => (long < 25.5 ? WEST : long < 26 ? EAST : null)
const many = (count: number, of: Partial<PastPickup>): PastPickup[] =>
  Array.from({ length: count }, () => ({ pickup: west, hour: 8, seconds: 600, ...of }))

describe('times learned from past orders', () => {
  const table: [string, PastPickup[], LearnedTime[]][] = [
    ['without orders: nothing', [], []],
    ['one order less than enough: nothing', many(19, {}), []],
    [
      'enough orders of a zone are also enough of the company',
      many(20, {}),
      [
        { zoneId: null, hour: 8, minutes: 10, orders: 20, unserved: 0 },
        { zoneId: WEST, hour: 8, minutes: 10, orders: 20, unserved: 0 },
      ],
    ],
    [
      'two zones with too few orders each are enough of the company',
      [...many(10, {}), ...many(10, { pickup: east })],
      [{ zoneId: null, hour: 8, minutes: 10, orders: 20, unserved: 0 }],
    ],
    ['hours are apart', [...many(10, {}), ...many(10, { hour: 9 })], []],
    [
      'a pickup outside all zones counts for the company',
      many(20, { pickup: outside }),
      [{ zoneId: null, hour: 8, minutes: 10, orders: 20, unserved: 0 }],
    ],
    [
      'the slowest tenth does not count, and minutes are rounded up',
      [...many(18, { pickup: outside, seconds: 601 }), ...many(2, { pickup: outside, seconds: 9000 })],
      [{ zoneId: null, hour: 8, minutes: 11, orders: 20, unserved: 0 }],
    ],
    [
      'more than a tenth does, up to the longest time',
      [...many(17, { pickup: outside }), ...many(3, { pickup: outside, seconds: 90_000 })],
      [{ zoneId: null, hour: 8, minutes: MAX_LEARNED_MINUTES, orders: 20, unserved: 0 }],
    ],
    [
      'never under five minutes',
      many(20, { pickup: outside, seconds: 40 }),
      [{ zoneId: null, hour: 8, minutes: 5, orders: 20, unserved: 0 }],
    ],
    [
      'orders without a driver are counted, but have no time',
      [...many(19, { pickup: outside }), ...many(6, { pickup: outside, seconds: null })],
      [{ zoneId: null, hour: 8, minutes: null, orders: 25, unserved: 6 }],
    ],
  ]
  test.each(table)('%s', (_name, pickups, learned) => {
    expect(learnTimes(pickups, zoneAt)).toEqual(learned)
  })

  const past = fc.record({
    pickup: fc.constantFrom(west, east, outside),
    hour: fc.integer({ min: 7, max: 8 }),
    seconds: fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: null }),
  })

  test('equals a plain count of each zone and hour, in whatever order the orders come', () => {
    fc.assert(
      fc.property(fc.array(past, { maxLength: 200 }), (pickups) => {
        const expected = [null, WEST, EAST].flatMap((zoneId) =>
          [7, 8].flatMap((hour) => plainTime(pickups, zoneId, hour)),
        )
        expect(learnTimes(pickups, zoneAt)).toEqual(expected)
        expect(learnTimes([...pickups].reverse(), zoneAt)).toEqual(expected)
      }),
    )
  })
})

/** The same by trying every minute: the first within which nine trips in ten had arrived. */
function plainTime(pickups: readonly PastPickup[], zoneId: ZoneId | null, hour: number): LearnedTime[] {
  const own = pickups.filter((one) => one.hour === hour && (zoneId === null || zoneAt(one.pickup) === zoneId))
  if (own.length < MIN_LEARNED_FROM) return []
  const arrivals = own.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]))
  let minutes = 5
  while (minutes < 120 && arrivals.filter((seconds) => seconds <= minutes * 60).length * 10 < arrivals.length * 9)
    minutes++
  const isKnown = arrivals.length >= MIN_LEARNED_FROM
  const unserved = own.length - arrivals.length
  return [{ zoneId, hour, minutes: isKnown ? minutes : null, orders: own.length, unserved }]
}
