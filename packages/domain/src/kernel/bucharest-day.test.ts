import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bucharestDay, startOfBucharestDay } from './bucharest-day.ts'

describe('the day in Bucharest', () => {
  const table: [string, string, string][] = [
    ['2026-03-01T21:59:59Z', '2026-03-01', '2026-02-28T22:00:00Z'],
    ['2026-03-01T22:00:00Z', '2026-03-02', '2026-03-01T22:00:00Z'],
    ['2026-03-29T20:59:59Z', '2026-03-29', '2026-03-28T22:00:00Z'], // 23 hours
    ['2026-10-25T21:59:59Z', '2026-10-25', '2026-10-24T21:00:00Z'], // 25 hours
    ['2026-07-01T12:00:00.500Z', '2026-07-01', '2026-06-30T21:00:00Z'],
  ]
  test.each(table)('%s is %s, which began at %s', (instant, day, midnight) => {
    expect(bucharestDay(new Date(instant))).toBe(day)
    expect(startOfBucharestDay(new Date(instant))).toEqual(new Date(midnight))
  })

  test('every instant of two years lies in the day whose midnight is found, and that midnight begins it', () => {
    const instant = fc.date({
      min: new Date('2026-01-01T00:00:00Z'),
      max: new Date('2028-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instant, (at) => {
        const midnight = startOfBucharestDay(at)
        expect(midnight <= at).toBe(true)
        expect(bucharestDay(midnight)).toBe(bucharestDay(at))
        expect(bucharestDay(new Date(midnight.getTime() - 1))).not.toBe(bucharestDay(at))
      }),
    )
  })
})
