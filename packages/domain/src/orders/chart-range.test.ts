import { expect, test } from 'vitest'
import { daysBetween, firstDayOf } from './chart-range.ts'

test.each([
  ['1m', '2026-11-21', '2026-10-21'],
  ['1m', '2026-03-31', '2026-02-28'],
  ['1m', '2024-03-31', '2024-02-29'],
  ['1m', '2026-01-15', '2025-12-15'],
  ['6m', '2026-08-31', '2026-02-28'],
  ['6m', '2026-03-05', '2025-09-05'],
  ['1y', '2024-02-29', '2023-02-28'],
  ['1y', '2026-11-21', '2025-11-21'],
  ['ytd', '2026-11-21', '2026-01-01'],
  ['ytd', '2026-01-01', '2026-01-01'],
  ['all', '2026-11-21', null],
] as const)('%s before %s begins on %s', (range, today, first) => {
  expect(firstDayOf(range, today)).toBe(first)
})

test('days are counted through leap days and clock changes, each once', () => {
  expect(daysBetween('2024-02-27', '2024-03-01')).toEqual(['2024-02-27', '2024-02-28', '2024-02-29', '2024-03-01'])
  expect(daysBetween('2026-10-24', '2026-10-27')).toHaveLength(4)
  expect(daysBetween('2026-01-02', '2026-01-01')).toEqual([])
  expect(daysBetween('2025-01-01', '2025-12-31')).toHaveLength(365)
})
