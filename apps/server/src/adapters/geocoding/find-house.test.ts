import { expect, test } from 'vitest'
import { findHouse } from './find-house.ts'
import type { Spot } from './gazetteer.store.ts'

const spot = (number: number | null, lat: number, more: Partial<Spot> = {}): Spot => {
  return { streetId: 1, number, suffix: '', bloc: null, scara: null, lat, long: 25.6, ...more }
}
const HOUSES = [
  spot(1, 45.0),
  spot(2, 45.5),
  spot(11, 45.01),
  spot(11, 45.011, { suffix: 'a' }),
  spot(12, 45.6, { scara: 'a' }),
  spot(12, 45.61, { scara: 'b' }),
  spot(14, 45.7, { bloc: '30', scara: 'a' }),
  spot(14, 45.71, { bloc: '30', scara: 'b' }),
  spot(null, 45.8, { bloc: 'c4' }),
]
const findIn = (number: number | null, suffix = '', bloc: string | null = null, scara: string | null = null) => {
  return findHouse(HOUSES, { house: number === null ? null : { number, suffix }, bloc, scara })
}

test('a surveyed house is exact', () => {
  expect(findIn(11, 'a')).toMatchObject({ precision: 'rooftop', lat: 45.011 })
})

test('an unsurveyed letter gets the place of the number without it', () => {
  expect(findIn(11, 'c')).toMatchObject({ precision: 'interpolated', lat: 45.01 })
})

test('a number between two houses is interpolated between those of its own side', () => {
  expect(findIn(6)?.lat).toBeCloseTo(45.54)
  expect(findIn(6)?.precision).toBe('interpolated')
  expect(findIn(7)?.lat).toBeCloseTo(45.006)
})

test('a number a little past the last house is still an estimate, further only the street is known', () => {
  expect(findIn(21)).toMatchObject({ precision: 'interpolated', lat: 45.011 })
  expect(findIn(101)).toBeNull()
})

test('the staircase selects among houses of one number', () => {
  expect(findIn(12, '', null, 'b')).toMatchObject({ lat: 45.61, scara: 'b' })
  expect(findIn(12, '', null, 'z')).toMatchObject({ lat: 45.6, scara: null })
})

test('a bloc is found with and without a number', () => {
  expect(findIn(null, '', '30', 'b')).toMatchObject({
    lat: 45.71,
    bloc: '30',
    scara: 'b',
    house: { number: 14, suffix: '' },
  })
  expect(findIn(null, '', 'c4')).toMatchObject({ lat: 45.8, house: null })
  expect(findIn(2, '', 'unknown')).toMatchObject({ lat: 45.5, bloc: null })
})

test('a street without numbers finds nothing', () => {
  expect(findHouse([], { house: { number: 5, suffix: '' }, bloc: null, scara: null })).toBeNull()
})

test('a bloc at another house number than the typed one is a slip: the number counts', () => {
  expect(findIn(12, '', '30')).toMatchObject({ lat: 45.6, house: { number: 12 }, bloc: null })
})
