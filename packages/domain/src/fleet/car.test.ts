import { expect, test } from 'vitest'
import { documentState, isPlate, normalizePlate, worstDocument } from './car.ts'

test.each([
  ['bv 12 abc', 'BV12ABC'],
  ['B-123-XYZ', 'B123XYZ'],
  [' bv.012345 ', 'BV012345'],
])('the plate %j is stored as %s', (typed, stored) => {
  expect(normalizePlate(typed)).toBe(stored)
  expect(isPlate(stored)).toBe(true)
})

test.each(['', 'BV', '12345', 'TAXI', 'BV12ABC<', 'BV12ABC4567', 'ȘT12ABC'])('%j is not a plate', (plate) => {
  expect(isPlate(plate)).toBe(false)
})

test.each([
  [null, 'missing'],
  ['2026-02-28', 'expired'],
  ['2026-03-01', 'soon'],
  ['2026-03-31', 'soon'],
  ['2026-04-01', 'valid'],
])('a document valid until %s is %s on the first of March', (until, state) => {
  expect(documentState(until, '2026-03-01')).toBe(state)
})

test('of several documents the list shows the worst one', () => {
  expect(worstDocument(['valid', 'missing', 'soon'])).toBe('soon')
  expect(worstDocument(['soon', 'expired'])).toBe('expired')
  expect(worstDocument(['valid', 'missing'])).toBe('missing')
  expect(worstDocument([])).toBe('valid')
})
