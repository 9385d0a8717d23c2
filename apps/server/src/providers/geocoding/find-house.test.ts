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
const ask = (number: number | null, suffix = '', bloc: string | null = null, scara: string | null = null) => {
  return findHouse(HOUSES, { house: number === null ? null : { number, suffix }, bloc, scara })
}

test('a surveyed house is exact', () => {
  expect(ask(11, 'a')).toMatchObject({ precision: 'rooftop', lat: 45.011 })
})

test('an unsurveyed letter gets the place of the number without it', () => {
  expect(ask(11, 'c')).toMatchObject({ precision: 'interpolated', lat: 45.01 })
})

test('a number between two houses is interpolated between those of its own side', () => {
  expect(ask(6)?.lat).toBeCloseTo(45.54)
  expect(ask(6)?.precision).toBe('interpolated')
  expect(ask(7)?.lat).toBeCloseTo(45.006)
})

test('a number a little past the last house is still an estimate, further only the street is known', () => {
  expect(ask(21)).toMatchObject({ precision: 'interpolated', lat: 45.011 })
  expect(ask(101)).toBeNull()
})

test('the staircase selects among houses of one number', () => {
  expect(ask(12, '', null, 'b')).toMatchObject({ lat: 45.61, scara: 'b' })
  expect(ask(12, '', null, 'z')).toMatchObject({ lat: 45.6, scara: null })
})

test('a bloc is found with and without a number', () => {
  expect(ask(null, '', '30', 'b')).toMatchObject({
    lat: 45.71,
    bloc: '30',
    scara: 'b',
    house: { number: 14, suffix: '' },
  })
  expect(ask(null, '', 'c4')).toMatchObject({ lat: 45.8, house: null })
  expect(ask(2, '', 'unknown')).toMatchObject({ lat: 45.5, bloc: null })
})

test('a street without numbers finds nothing', () => {
  expect(findHouse([], { house: { number: 5, suffix: '' }, bloc: null, scara: null })).toBeNull()
})

test('a bloc at another house number than the typed one is a slip: the number counts', () => {
  expect(ask(12, '', '30')).toMatchObject({ lat: 45.6, house: { number: 12 }, bloc: null })
})
