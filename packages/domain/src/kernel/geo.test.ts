import { expect, test } from 'vitest'
import { coarsePoint, isAroundRomania, metresBetween, roadMetresGuess } from './geo.ts'

const GARA = { lat: 45.6608, long: 25.613 }
const SFATULUI = { lat: 45.642, long: 25.5887 }

test('from the station to Piața Sfatului is two and a half to three kilometres', () => {
  const metres = metresBetween(GARA, SFATULUI)
  expect(metres).toBeGreaterThan(2500)
  expect(metres).toBeLessThan(3000)
  expect(metresBetween(SFATULUI, GARA)).toBe(metres)
})

test('swapped coordinates leave Romania', () => {
  expect(isAroundRomania(GARA)).toBe(true)
  expect(isAroundRomania({ lat: GARA.long, long: GARA.lat })).toBe(false)
})

test('points of one square of 500 m have the same coarse point, at most 354 m away', () => {
  const middle = coarsePoint(SFATULUI)
  const north = 111_195
  const east = north * Math.cos((SFATULUI.lat * Math.PI) / 180)
  for (const [up, right] of [
    [240, 240],
    [-240, 240],
    [240, -240],
    [-240, -240],
  ] as const) {
    const corner = { lat: middle.lat + up / north, long: middle.long + right / east }
    expect(coarsePoint(corner)).toEqual(middle)
    expect(metresBetween(corner, middle)).toBeLessThanOrEqual(354)
  }
  expect(coarsePoint({ lat: middle.lat + 260 / north, long: middle.long })).not.toEqual(middle)
  expect(coarsePoint({ lat: middle.lat, long: middle.long + 260 / east })).not.toEqual(middle)
})

test('without a router a road is 1.3 times the straight line', () => {
  expect(roadMetresGuess(1000)).toBe(1300)
})
