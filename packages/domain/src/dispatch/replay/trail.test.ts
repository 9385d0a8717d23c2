import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SpanFinger } from './span-finger.ts'
import { Trail } from './trail.ts'

const ascending = fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 30 }).map((at) => at.sort((a, b) => a - b))
const questions = fc.array(fc.integer({ min: -60, max: 60 }), { maxLength: 30 })

test('the cursor finds the same row as a full scan, in whatever order it is queried', () => {
  fc.assert(
    fc.property(ascending, questions, (at, instants) => {
      const origin = 1_000
      const columns = {
        at: Int32Array.from([7, ...at, 9]),
        lat: new Int32Array(at.length + 2),
        long: new Int32Array(at.length + 2),
      }
      const trail = new Trail(columns, origin, { first: 1, end: at.length + 1 })
      for (const question of instants) {
        const wanted = at.findLastIndex((time) => time <= question)
        expect(trail.rowAt(origin + question)).toBe(wanted === -1 ? null : wanted + 1)
      }
    }),
  )
})

test('a span includes its first instant and not its last', () => {
  const finger = new SpanFinger([
    { from: 0, to: 10 },
    { from: 10, to: 20 },
    { from: 30, to: 40 },
  ])
  const found = [5, 10, 19, 20, 30, 39, 40, 0, 35].map((instant) => finger.at(instant)?.from ?? null)
  expect(found).toEqual([0, 10, 10, null, 30, 30, null, 0, 30])
})
