import type { EditedInterval } from '@dispecerat/contract/dispatch/search-steps'
import { weekCoverage } from '@dispecerat/domain/dispatch/search/week-coverage'
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

const factsIn = (week: Date, ...rules: EditedInterval[]) => weekFacts(rules, weekCoverage(rules, week))
const factsOf = (...rules: EditedInterval[]) => factsIn(WEDNESDAY, ...rules)

test('the night above the day: they overlap eight hours a day and both apply at some time', () => {
  const night = rule(1, { timeFrom: '22:00:00', timeTo: '05:59:59' })
  expect(factsOf(night, rule(2))).toEqual({ gap: 0, overlaps: [{ above: 1, below: 2, ms: 56 * HOUR_MS }], never: [] })
})

test.each([
  ['the clock goes forward in the night of Sunday', '2026-03-25T12:00:00Z', 55],
  ['the clock goes back in the night of Sunday', '2026-10-21T12:00:00Z', 57],
])('in a week in which %s, the overlap has an hour less or more', (_, noon, hours) => {
  const night = rule(1, { timeFrom: '22:00:00', timeTo: '05:59:59' })
  expect(factsIn(new Date(noon), night, rule(2)).overlaps).toEqual([{ above: 1, below: 2, ms: hours * HOUR_MS }])
})

test('a special day above the night takes its eight hours of the overlap in its week, and none in others', () => {
  const holiday = rule(1, { type: 'custom', customDay: '2026-12-01' })
  const night = rule(2, { timeFrom: '22:00:00', timeTo: '05:59:59' })
  const hoursIn = (noon: string) =>
    factsIn(new Date(noon), holiday, night, rule(3)).overlaps.map(({ above, below, ms }) => [
      above,
      below,
      ms / HOUR_MS,
    ])
  expect(hoursIn('2026-12-02T12:00:00Z')).toEqual([
    [2, 3, 48],
    [1, 3, 24],
    [1, 2, 8],
  ])
  expect(hoursIn('2026-11-25T12:00:00Z')).toEqual([[2, 3, 56]])
})

test('the day above the night: the night never applies, with the reason', () => {
  const night = rule(1, { timeFrom: '22:00:00', timeTo: '05:59:59' })
  expect(factsOf(rule(2), night).never).toEqual([{ id: 1, above: [2] }])
})

test('hours without an interval are counted', () => {
  expect(factsOf(rule(1, { selectedDay: 6 })).gap).toBe(6 * 24 * HOUR_MS)
  expect(factsOf().gap).toBe(7 * 24 * HOUR_MS)
})

test('a special day below the all-days rule never applies, also when its date is far from the week shown', () => {
  const special = rule(1, { type: 'custom', customDay: '2027-01-01' })
  expect(factsOf(rule(2), special).never).toEqual([{ id: 1, above: [2] }])
  expect(factsOf(special, rule(2)).never).toEqual([])
})

test('an incomplete interval is not drawn', () => {
  const half = [
    rule(1, { timeFrom: '' }),
    rule(2, { type: 'custom' }),
    rule(3, { type: 'custom', customDay: '2026-02-30' }),
  ]
  expect(drawable([...half, rule(4)]).map(({ id }) => id)).toEqual([4])
})
