import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPolyline } from './polyline.ts'
import { writePolyline } from './testing/write-polyline.ts'

const aPoint = fc.record({
  lat: fc.integer({ min: -90_000_000, max: 90_000_000 }).map((step) => step / 1e6),
  long: fc.integer({ min: -180_000_000, max: 180_000_000 }).map((step) => step / 1e6),
})

test('every encoded line is decoded unchanged', () => {
  const readsBack = fc.property(fc.array(aPoint, { maxLength: 20 }), (line) => {
    expect(readPolyline(writePolyline(line))).toEqual(line)
  })
  fc.assert(readsBack)
})

test.each(['_', 'a', ' ?', '~~~~~~~~~~~~', '\u0219'])('%j is not a line', (text) => {
  expect(() => readPolyline(text)).toThrow()
})
