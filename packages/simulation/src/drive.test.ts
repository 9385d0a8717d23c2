import { metresBetween } from '@dispecerat/domain/kernel/geo'
import { expect, test } from 'vitest'
import { headingTo, meterRon, metresPerSecond, moveTowards, nextWaypoint, ROAMING_SPOTS } from './drive.ts'
import { seededRandom } from './seeded-random.ts'

const STATION = { lat: 45.6608, long: 25.6135 }
const SQUARE = { lat: 45.6423, long: 25.5892 }

test.each([
  ['a step short of the goal', 500, 500],
  ['no step', 0, 0],
  ['a step backwards is no step', -50, 0],
])('%s', (_, metres, moved) => {
  const step = moveTowards(STATION, SQUARE, metres)
  expect(Math.abs(metresBetween(STATION, step.at) - moved)).toBeLessThanOrEqual(1)
  expect(Math.abs(step.metresLeft - (metresBetween(STATION, SQUARE) - moved))).toBeLessThanOrEqual(1)
})

test('a step beyond the goal ends at the goal and counts only the distance to it', () => {
  const whole = metresBetween(STATION, SQUARE)
  expect(moveTowards(STATION, SQUARE, whole + 300)).toEqual({ at: SQUARE, metresLeft: 0, metres: whole })
  expect(moveTowards(SQUARE, SQUARE, 0)).toEqual({ at: SQUARE, metresLeft: 0, metres: 0 })
})

test('many small steps lead to the goal', () => {
  let at = STATION
  let steps = 0
  for (; metresBetween(at, SQUARE) > 0 && steps < 1000; steps++) at = moveTowards(at, SQUARE, metresPerSecond(36)).at
  expect(at).toEqual(SQUARE)
  expect(Math.abs(steps - metresBetween(STATION, SQUARE) / 10)).toBeLessThan(3)
})

test.each([
  ['north', { lat: 45.7, long: 25.6135 }, 0],
  ['east', { lat: 45.6608, long: 25.7 }, 90],
  ['south', { lat: 45.6, long: 25.6135 }, 180],
  ['west', { lat: 45.6608, long: 25.5 }, 270],
])('%s has the right compass bearing', (_, goal, degrees) => {
  expect(headingTo(STATION, goal)).toBe(degrees)
})

test('idle cars stay within a few hundred metres of the quarters they roam', () => {
  const random = seededRandom(11)
  for (let i = 0; i < 500; i++) {
    const at = nextWaypoint(random)
    expect(Math.min(...ROAMING_SPOTS.map((spot) => metresBetween(at, spot)))).toBeLessThan(500)
  }
})

test.each([
  [0, 10],
  [1000, 10],
  [2500, 13.5],
  [10_000, 42],
])('%i metres cost %d RON', (metres, ron) => {
  expect(meterRon(metres)).toBe(ron)
})
