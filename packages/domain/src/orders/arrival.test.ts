import { expect, test } from 'vitest'
import { type ArrivalDoubt, judgeArrival, requireReason, type SeenCar, UNSEEN } from './arrival.ts'

const PICKUP = { lat: 45.6427, long: 25.5887 }
const METRES_PER_DEGREE = 111_195
const now = new Date('2026-03-01T18:00:00Z')

function aCar(metres: number, facts: Partial<SeenCar> = {}): SeenCar {
  const point = { ...PICKUP, lat: PICKUP.lat + metres / METRES_PER_DEGREE }
  return { point, seenAt: now, isImplausible: false, ...facts }
}

const secondsAgo = (seconds: number) => ({ seenAt: new Date(now.getTime() - seconds * 1000) })

test.each<[string, SeenCar, number, ArrivalDoubt | null, number | null]>([
  ['a car at the door', aCar(0), 300, null, 0],
  ['a car within the radius', aCar(299), 300, null, 299],
  ['a car outside it', aCar(302), 300, 'far', 302],
  ['a position of two minutes ago', aCar(10, secondsAgo(120)), 300, null, 10],
  ['an older position, wherever it is', aCar(10, secondsAgo(121)), 300, 'no_position', null],
  ['no position', UNSEEN, 300, 'no_position', null],
  ['a car that jumped to the door', aCar(0, { isImplausible: true }), 300, 'implausible', null],
  ['a company that asks for no evidence', aCar(60_000), 0, null, 60_000],
  ['the same without a position', UNSEEN, 0, null, null],
])('%s', (_what, car, radius, doubt, metres) => {
  expect(judgeArrival(car, PICKUP, radius, now)).toEqual({ doubt, metres })
})

test('a doubted arrival counts with the driver’s reason only', () => {
  const far = judgeArrival(aCar(1200), PICKUP, 300, now)
  expect(() => requireReason(far, null)).toThrowError(
    expect.objectContaining({ code: 'order.arrival_doubted', facts: { doubt: 'far', metres: 1200 } }),
  )
  expect(() => requireReason(far, 'Nu am semnal')).not.toThrow()
  expect(() => requireReason(judgeArrival(aCar(20), PICKUP, 300, now), null)).not.toThrow()
})
