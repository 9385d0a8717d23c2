import { expect, test } from 'vitest'
import { type Evening, pretendCalls } from './pretend-callers.ts'
import { seededRandom } from './seeded-random.ts'

const EVENING: Evening = {
  from: new Date('2026-03-20T17:00:00Z'),
  minutes: 240,
  perHour: { from: 60, to: 20 },
  regulars: ['+40700300301', '+40700300302'],
  regularPercent: 70,
  addresses: [
    { name: 'Strada Lungă 5', lat: 45.65, long: 25.586 },
    { name: 'Gara Brașov', lat: 45.6608, long: 25.6135 },
    { name: 'Piața Sfatului', lat: 45.6423, long: 25.5892 },
  ],
}

test('the same seed gives the same evening', () => {
  expect(pretendCalls(EVENING, seededRandom(1))).toEqual(pretendCalls(EVENING, seededRandom(1)))
})

test('an evening gets quieter, stays within its time, and no pickup equals its destination', () => {
  const calls = pretendCalls(EVENING, seededRandom(4))
  expect(Math.abs(calls.length - 160)).toBeLessThan(40)
  const half = EVENING.from.getTime() + 120 * 60_000
  const early = calls.filter(({ at }) => at.getTime() < half).length
  expect(early).toBeGreaterThan(calls.length - early)
  expect(calls.map(({ at }) => at.getTime())).toEqual(calls.map(({ at }) => at.getTime()).sort((a, b) => a - b))
  expect(calls.every(({ pickup, destination }) => pickup !== destination)).toBe(true)
  const regular = calls.filter(({ phone }) => EVENING.regulars.includes(phone)).length / calls.length
  expect(regular).toBeCloseTo(0.7, 0)
  expect(calls.every(({ phone }) => /^\+40700\d{6}$/.test(phone))).toBe(true)
})

test('a company without callers gets no calls', () => {
  expect(pretendCalls({ ...EVENING, perHour: { from: 0, to: 0 } }, seededRandom(1))).toEqual([])
})
