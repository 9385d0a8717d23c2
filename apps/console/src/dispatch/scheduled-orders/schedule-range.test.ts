import { expect, test } from 'vitest'
import { hourAndMinute, toWallTime } from '../../text/format.ts'
import {
  dayAfter,
  hourLabel,
  hoursOf,
  monthAfter,
  monthBefore,
  monthWeeks,
  movedToDay,
  movedToHour,
  rangeOfDay,
  rangeOfNextHours,
} from './schedule-range.ts'

test('a usual day has 24 hours, the day of the autumn change one more and of the spring change one less', () => {
  const lengths = ['2026-03-02', '2026-10-25', '2026-03-29'].map((day) => hoursOf(rangeOfDay(day)).length)
  expect(lengths).toEqual([24, 25, 23])
})

test('the second of two equal hours is marked, a skipped hour has no row', () => {
  const autumn = hoursOf(rangeOfDay('2026-10-25')).map((hour) => hourLabel(hour, 'a doua oară'))
  expect(autumn.slice(2, 6)).toEqual(['02:00', '03:00', '03:00 (a doua oară)', '04:00'])
  const spring = hoursOf(rangeOfDay('2026-03-29')).map(hourAndMinute)
  expect(spring.slice(1, 5)).toEqual(['01:00', '02:00', '04:00', '05:00'])
})

test('the next hours begin with the hour before this one', () => {
  const { from, to } = rangeOfNextHours(new Date('2026-03-02T10:40:00Z'))
  expect([from.toISOString(), to.toISOString()]).toEqual(['2026-03-02T09:00:00.000Z', '2026-03-03T10:00:00.000Z'])
})

test('a month is whole weeks from Monday, and its neighbours are months', () => {
  const weeks = monthWeeks('2026-11-21')
  expect([weeks[0]?.[0], weeks.at(-1)?.at(-1), weeks.length]).toEqual(['2026-10-26', '2026-12-06', 6])
  expect(monthWeeks('2027-02-10').length).toBe(4)
  expect([monthBefore('2026-01-31'), monthAfter('2026-12-05')]).toEqual(['2025-12-01', '2027-01-01'])
})

test('days follow each other over months, years and daylight-saving changes', () => {
  expect([dayAfter('2026-12-31'), dayAfter('2026-03-28'), dayAfter('2026-10-25')]).toEqual([
    '2027-01-01',
    '2026-03-29',
    '2026-10-26',
  ])
})

test('an order moved to another hour keeps its minute, to another day its time', () => {
  const at = new Date('2026-03-27T05:35:00Z')
  expect(movedToHour(at, new Date('2026-03-28T09:00:00Z')).toISOString()).toBe('2026-03-28T09:35:00.000Z')
  /* Over a daylight-saving change the wall time stays the same. */
  expect(toWallTime(movedToDay(at, '2026-03-30'))).toBe('2026-03-30 07:35:00')
  expect(toWallTime(movedToDay(new Date('2026-03-27T01:30:00Z'), '2026-03-29'))).toBe('2026-03-29 04:30:00')
})
