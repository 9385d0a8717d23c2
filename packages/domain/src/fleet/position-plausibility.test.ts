import { expect, test } from 'vitest'
import { CONSISTENT_FIXES, type Fix, type JudgedFix, judgeFix } from './position-plausibility.ts'

const METRES_PER_DEGREE_LAT = 111_195
const START = Date.parse('2026-03-01T18:00:00Z')

/** Seconds after the start, metres north of it. */
const fixAt = (seconds: number, metres: number, more: Partial<Fix> = {}): Fix => ({
  lat: 45.6423 + metres / METRES_PER_DEGREE_LAT,
  long: 25.5889,
  at: new Date(START + seconds * 1000),
  accuracy: 10,
  ...more,
})

/** Reasons given for each fix; null = plausible. */
function judge(fixes: readonly Fix[]): (string | null)[] {
  let before: JudgedFix | null = null
  return fixes.map((fix) => {
    const judged = judgeFix(before, fix)
    before = { ...fix, judged }
    return judged.implausible
  })
}

test('a driving car is plausible', () => {
  expect(judge([0, 5, 10, 15].map((seconds) => fixAt(seconds, seconds * 30)))).toEqual([null, null, null, null])
})

test('200 km in 1.3 s are a jump', () => {
  expect(judge([fixAt(0, 0), fixAt(1.3, 200_000)])).toEqual([null, 'jump'])
})

test.each([
  ['199 km/h', 10, (199 / 3.6) * 10, null],
  ['205 km/h', 10, (205 / 3.6) * 10 + 20, 'jump'],
  ['an hour away from a phone', 3600, 150_000, null],
])('%s', (_, seconds, metres, implausible) => {
  expect(judge([fixAt(0, 0), fixAt(seconds, metres)])[1]).toBe(implausible)
})

test('two inexact fixes may lie apart', () => {
  expect(judge([fixAt(0, 0, { accuracy: 150 }), fixAt(1, 340, { accuracy: 150 })])).toEqual([null, null])
})

test(`${CONSISTENT_FIXES} fixes that fit together end the mark, wherever they are`, () => {
  const there = Array.from({ length: CONSISTENT_FIXES }, (_, i) => fixAt(10 + i * 5, 200_000 + i * 50))
  expect(judge([fixAt(0, 0), fixAt(5, 200_000), ...there])).toEqual([
    null,
    'jump',
    ...Array.from({ length: CONSISTENT_FIXES - 1 }, () => 'jump'),
    null,
  ])
})

test('a phone that jumps back and forth stays marked', () => {
  const fixes = Array.from({ length: 12 }, (_, i) => fixAt(i * 5, i % 3 === 0 ? 0 : 50_000))
  expect(
    judge(fixes)
      .slice(1)
      .every((implausible) => implausible === 'jump'),
  ).toBe(true)
})

test('a mock position is marked from the first fix until enough real ones', () => {
  const real = Array.from({ length: CONSISTENT_FIXES }, (_, i) => fixAt(5 + i * 5, 0))
  expect(judge([fixAt(0, 0, { isMock: true }), ...real])).toEqual([
    ...Array.from({ length: CONSISTENT_FIXES }, () => 'mock'),
    null,
  ])
})
