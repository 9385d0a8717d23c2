import { describe, expect, test } from 'vitest'
import { wallTime } from '../../kernel/wall-time.ts'
import { FALLBACK_STEPS, type SearchInterval, STEP_DEFAULTS } from '../search-rules.ts'
import { chooseInterval, skipsEmptySteps, stepsFor } from './choose-interval.ts'

const anInterval = (id: number, rules: Partial<SearchInterval> = {}): SearchInterval => ({
  id,
  searchMethodId: 1,
  type: 'weekdays',
  timeFrom: '00:00:00',
  timeTo: '23:59:59',
  selectedDay: null,
  customDay: null,
  ...rules,
})
const allDays = anInterval(1)
const christmas = anInterval(2, { type: 'custom', customDay: '2026-12-25' })
const SATURDAY = 6
const saturdayNight = anInterval(3, { selectedDay: SATURDAY, timeFrom: '22:00:00', timeTo: '05:59:59' })
const chosen = (intervals: SearchInterval[], instant: string) =>
  chooseInterval(intervals, new Date(instant))?.id ?? null

test('a special day under the all-days interval loses to it; moved to the top it wins', () => {
  expect(chosen([allDays, christmas], '2026-12-25T12:00:00+02:00')).toBe(1)
  expect(chosen([christmas, allDays], '2026-12-25T12:00:00+02:00')).toBe(2)
  expect(chosen([christmas, allDays], '2026-12-26T00:00:00+02:00')).toBe(1)
})

describe('Saturday 22:00:00–05:59:59 belongs to the day it starts on', () => {
  test.each([
    ['Saturday 03:00, the night of Friday', '2026-03-07T03:00:00+02:00', null],
    ['Saturday 21:59:59', '2026-03-07T21:59:59+02:00', null],
    ['Saturday 22:00:00', '2026-03-07T22:00:00+02:00', 3],
    ['Sunday 00:00:00', '2026-03-08T00:00:00+02:00', 3],
    ['Sunday 03:00', '2026-03-08T03:00:00+02:00', 3],
    ['Sunday 05:59:59', '2026-03-08T05:59:59+02:00', 3],
    ['Sunday 05:59:59 and a half', '2026-03-08T05:59:59.500+02:00', 3],
    ['Sunday 06:00:00', '2026-03-08T06:00:00+02:00', null],
    ['Sunday 22:00:00', '2026-03-08T22:00:00+02:00', null],
  ])('%s', (_when, instant, id) => expect(chosen([saturdayNight], instant)).toBe(id))
})

describe('ends count to the second', () => {
  const lunch = anInterval(4, { timeFrom: '12:00:00', timeTo: '13:30:00' })
  const oneSecond = anInterval(5, { timeFrom: '12:00:00', timeTo: '12:00:00' })
  test.each([
    [lunch, '11:59:59', null],
    [lunch, '12:00:00', 4],
    [lunch, '13:30:00', 4],
    [lunch, '13:30:01', null],
    [oneSecond, '11:59:59', null],
    [oneSecond, '12:00:00', 5],
    [oneSecond, '12:00:01', null],
  ])('%# at %s', (interval, time, id) => expect(chosen([interval], `2026-03-10T${time}+02:00`)).toBe(id))
})

test('weekdays count from Monday 1 to Sunday 7', () => {
  const week = [1, 2, 3, 4, 5, 6, 7].map((day) => anInterval(day, { selectedDay: day }))
  const monday = Date.UTC(2026, 2, 2, 10)
  const days = week.map((_, i) => chooseInterval(week, new Date(monday + i * 86_400_000))?.id)
  expect(days).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('a special night over midnight continues into the next morning, also over the year', () => {
  const newYear = anInterval(6, { type: 'custom', customDay: '2026-12-31', timeFrom: '20:00:00', timeTo: '06:00:00' })
  expect(chosen([newYear], '2026-12-31T05:00:00+02:00')).toBe(null)
  expect(chosen([newYear], '2026-12-31T20:00:00+02:00')).toBe(6)
  expect(chosen([newYear], '2027-01-01T06:00:00+02:00')).toBe(6)
  expect(chosen([newYear], '2027-01-01T20:00:00+02:00')).toBe(null)
})

describe('the night of 29 March 2026: 03:00 to 03:59:59 does not exist', () => {
  const missing = anInterval(7, { timeFrom: '03:00:00', timeTo: '03:59:59' })
  test.each([
    ['2026-03-29T00:59:59Z', '02:59:59', null],
    ['2026-03-29T01:00:00Z', '04:00:00', null],
  ])('%s shows %s', (instant, time, id) => {
    expect(wallTime(new Date(instant)).time).toBe(time)
    expect(chosen([missing], instant)).toBe(id)
  })
})

describe('the night of 25 October 2026: 03:00 to 03:59:59 occurs twice and matches twice', () => {
  const repeated = anInterval(8, { timeFrom: '03:00:00', timeTo: '03:59:59' })
  test.each([
    ['2026-10-24T23:59:59Z', null],
    ['2026-10-25T00:00:00Z', 8],
    ['2026-10-25T00:59:59Z', 8],
    ['2026-10-25T01:00:00Z', 8],
    ['2026-10-25T01:59:59Z', 8],
    ['2026-10-25T02:00:00Z', null],
  ])('%s', (instant, id) => expect(chosen([repeated], instant)).toBe(id))
})

test('no interval: nothing is chosen', () => expect(chosen([], '2026-03-10T12:00:00Z')).toBe(null))

test('a method without steps, or no method, runs the fallback; a method with steps runs them', () => {
  expect(stepsFor(null)).toEqual(FALLBACK_STEPS)
  expect(stepsFor([])).toEqual(FALLBACK_STEPS)
  expect([skipsEmptySteps(null, false), skipsEmptySteps([], false)]).toEqual([true, true])
  expect(skipsEmptySteps([STEP_DEFAULTS], false)).toBe(false)
  expect(skipsEmptySteps([STEP_DEFAULTS], true)).toBe(true)
  const own = { ...STEP_DEFAULTS, searchSeconds: 9 }
  expect(stepsFor([own])).toEqual([own])
})
