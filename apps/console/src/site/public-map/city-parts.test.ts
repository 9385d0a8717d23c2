import { expect, test } from 'vitest'
import { countParts, partOf } from './city-parts.ts'

const SQUARE = { lat: 45.6423, long: 25.5889 }
const off = (north: number, east: number) => ({ lat: SQUARE.lat + north, long: SQUARE.long + east })

test.each([
  ['centre', off(0.01, 0)],
  ['north', off(0.03, 0.02)],
  ['south', off(-0.03, 0)],
  ['east', off(0, 0.03)],
  ['west', off(0.01, -0.03)],
  /* Meridians converge, so the same number of degrees is fewer metres to the east than to the north. */
  ['north', off(0.03, 0.03)],
] as const)('%s is the part of %o', (part, place) => {
  expect(partOf(SQUARE, place)).toBe(part)
})

test('every part is listed, also without cars', () => {
  const cars = [
    { ...SQUARE, is_busy: false },
    { ...SQUARE, is_busy: true },
    { ...off(0.05, 0), is_busy: false },
  ]
  expect(countParts(SQUARE, cars).map(({ part, free, busy }) => `${part} ${free} ${busy}`)).toEqual([
    'centre 1 1',
    'north 1 0',
    'east 0 0',
    'south 0 0',
    'west 0 0',
  ])
})
