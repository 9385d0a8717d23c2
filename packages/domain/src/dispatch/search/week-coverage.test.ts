import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SearchInterval } from '../search-rules.ts'
import { chooseInterval } from './choose-interval.ts'
import { dayCoverage, mondayBefore, weekCoverage } from './week-coverage.ts'

const HOUR_MS = 3_600_000

function interval(id: number, over: Partial<SearchInterval> = {}): SearchInterval {
  return {
    id,
    searchMethodId: id,
    type: 'weekdays',
    timeFrom: '00:00:00',
    timeTo: '23:59:59',
    selectedDay: null,
    customDay: null,
    ...over,
  }
}

/** A plain week, the week the clocks go forward, and the week they go back. */
const WEEKS = {
  plain: new Date('2026-11-18T12:00:00Z'),
  spring: new Date('2026-03-26T12:00:00Z'),
  autumn: new Date('2026-10-21T12:00:00Z'),
}

const aTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 59), fc.constantFrom(0, 59))
  .map((parts) => parts.map((n) => String(n).padStart(2, '0')).join(':'))

const anInterval = fc.oneof(
  fc.record({ timeFrom: aTime, timeTo: aTime, selectedDay: fc.option(fc.integer({ min: 1, max: 7 }), { nil: null }) }),
  fc.record({
    timeFrom: aTime,
    timeTo: aTime,
    type: fc.constant('custom' as const),
    customDay: fc.constantFrom('2026-11-15', '2026-11-17', '2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25'),
  }),
)
const someIntervals = fc.array(anInterval, { maxLength: 6 }).map((list) => list.map((over, n) => interval(n + 1, over)))
const aWeek = fc.constantFrom(...Object.values(WEEKS))

describe('the week as the engine sees it', () => {
  test('every instant of every week matches what the engine would choose, also in the nights of clock changes', () => {
    fc.assert(
      fc.property(someIntervals, aWeek, fc.array(fc.nat(), { maxLength: 25 }), (intervals, week, picks) => {
        const days = weekCoverage(intervals, week)
        const stretches = days.flatMap((day) => day.stretches)
        const [start, end] = [stretches[0]?.from.getTime() ?? 0, stretches.at(-1)?.to.getTime() ?? 0]
        const night = new Date(days[6]?.from ?? 0).getTime()
        const edges = stretches.flatMap(({ from, to }) => [from.getTime(), to.getTime() - 1])
        const probes = [
          ...edges,
          ...picks.map((n) => start + (n % (end - start))),
          ...picks.map((n) => night + (n % (5 * HOUR_MS))),
        ]
        for (const at of probes) {
          const shown = stretches.filter(({ from, to }) => from.getTime() <= at && at < to.getTime())
          expect(shown).toHaveLength(1)
          expect(shown[0]?.matching[0] ?? null).toBe(chooseInterval(intervals, new Date(at))?.id ?? null)
        }
      }),
      { numRuns: 150 },
    )
  })

  test('stretches touch, and adjacent ones differ', () => {
    fc.assert(
      fc.property(someIntervals, aWeek, (intervals, week) => {
        for (const { from, to, stretches } of weekCoverage(intervals, week)) {
          expect(stretches[0]?.from).toEqual(from)
          expect(stretches.at(-1)?.to).toEqual(to)
          for (const [n, stretch] of stretches.entries()) {
            const next = stretches[n + 1]
            if (!next) continue
            expect(next.from).toEqual(stretch.to)
            expect(next.matching).not.toEqual(stretch.matching)
          }
        }
      }),
    )
  })

  test.each([
    ['plain', [24, 24, 24, 24, 24, 24, 24], '2026-11-16'],
    ['spring', [24, 24, 24, 24, 24, 24, 23], '2026-03-23'],
    ['autumn', [24, 24, 24, 24, 24, 24, 25], '2026-10-19'],
  ] as const)('the %s week has seven days of %j hours from Monday %s', (week, hours, monday) => {
    const days = weekCoverage([], WEEKS[week])
    expect(days.map(({ from, to }) => (to.getTime() - from.getTime()) / HOUR_MS)).toEqual(hours)
    expect(days[0]?.date).toBe(monday)
    expect(mondayBefore(WEEKS[week])).toEqual(days[0]?.from)
  })
})

describe('which intervals are hidden behind others', () => {
  test('the night is above the day in the list: at night both match and the night applies', () => {
    const night = interval(1, { timeFrom: '22:00:00', timeTo: '05:59:59' })
    const [monday] = weekCoverage([night, interval(2)], WEEKS.plain)
    const shown = monday?.stretches.map(({ from, matching }) => [from.toISOString().slice(11, 16), ...matching])
    expect(shown).toEqual([
      ['22:00', 1, 2],
      ['04:00', 2],
      ['20:00', 1, 2],
    ])
  })

  test('an hour skipped in March is in no stretch; the one repeated in October is covered twice', () => {
    const third = interval(1, { timeFrom: '03:00:00', timeTo: '03:59:59' })
    const hoursOn = (date: string) =>
      dayCoverage([third], date)
        .stretches.filter(({ matching }) => matching.length > 0)
        .map(({ from, to }) => (to.getTime() - from.getTime()) / HOUR_MS)
    expect(hoursOn('2026-03-29')).toEqual([])
    expect(hoursOn('2026-10-25')).toEqual([2])
    expect(hoursOn('2026-11-18')).toEqual([1])
  })
})
