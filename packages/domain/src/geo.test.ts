import { expect, test } from 'vitest'
import { isAroundRomania, metresBetween, roadMetresGuess } from './geo.ts'

const GARA = { lat: 45.6608, long: 25.613 }
const SFATULUI = { lat: 45.642, long: 25.5887 }

test('from the station to the Council Square is two and a half to three kilometres', () => {
  const metres = metresBetween(GARA, SFATULUI)
  expect(metres).toBeGreaterThan(2500)
  expect(metres).toBeLessThan(3000)
  expect(metresBetween(SFATULUI, GARA)).toBe(metres)
})

test('swapped coordinates leave Romania', () => {
  expect(isAroundRomania(GARA)).toBe(true)
  expect(isAroundRomania({ lat: GARA.long, long: GARA.lat })).toBe(false)
})

test('without a router a road is the straight line and a third', () => {
  expect(roadMetresGuess(1000)).toBe(1300)
})
