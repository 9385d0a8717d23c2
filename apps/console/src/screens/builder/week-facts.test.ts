import type { EditedInterval } from '@dispecerat/contract/search-steps'
import { weekCoverage } from '@dispecerat/domain/search/week-coverage'
import { expect, test } from 'vitest'
import { drawable, weekFacts } from './week-facts.ts'

const HOUR_MS = 3_600_000
const WEDNESDAY = new Date('2026-11-18T12:00:00Z')

function rule(id: number, over: Partial<EditedInterval> = {}): EditedInterval {
  return {
    id,
    searchMethodId: null,
    name: null,
    type: 'weekdays',
    timeFrom: '00:00:00',
    timeTo: '23:59:59',
    selectedDay: null,
    customDay: null,
    steps: [],
    ...over,
  }
}

const factsOf = (...rules: EditedInterval[]) => weekFacts(rules, weekCoverage(rules, WEDNESDAY))

test('the night above the day: they overlap eight hours a day and both rule some time', () => {
  const night = rule(1, { timeFrom: '22:00:00', timeTo: '05:59:59' })
  expect(factsOf(night, rule(2))).toEqual({ gap: 0, overlaps: [{ above: 1, below: 2, ms: 56 * HOUR_MS }], never: [] })
})

test('the day above the night: the night never rules, and it says why', () => {
  const night = rule(1, { timeFrom: '22:00:00', timeTo: '05:59:59' })
  expect(factsOf(rule(2), night).never).toEqual([{ id: 1, above: [2] }])
})

test('hours nobody rules are counted', () => {
  expect(factsOf(rule(1, { selectedDay: 6 })).gap).toBe(6 * 24 * HOUR_MS)
  expect(factsOf().gap).toBe(7 * 24 * HOUR_MS)
})

test('a special day under the all-days rule never rules, also when its date is far from the week shown', () => {
  const special = rule(1, { type: 'custom', customDay: '2027-01-01' })
  expect(factsOf(rule(2), special).never).toEqual([{ id: 1, above: [2] }])
  expect(factsOf(special, rule(2)).never).toEqual([])
})

test('what is half typed is not drawn', () => {
  const half = [
    rule(1, { timeFrom: '' }),
    rule(2, { type: 'custom' }),
    rule(3, { type: 'custom', customDay: '2026-02-30' }),
  ]
  expect(drawable([...half, rule(4)]).map(({ id }) => id)).toEqual([4])
})
