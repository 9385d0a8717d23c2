import { expect, test } from 'vitest'
import { partOf, wrongPeriod } from '../../shared/totals/days.ts'
import { daysOf } from './totals-period.ts'

test('common periods end today in Bucharest, though UTC is a day behind', () => {
  const now = new Date('2026-03-29T21:30:00Z')
  expect(daysOf('today', now)).toEqual({ from: '2026-03-30', to: '2026-03-30' })
  expect(daysOf('yesterday', now)).toEqual({ from: '2026-03-29', to: '2026-03-29' })
  expect(daysOf('week', now)).toEqual({ from: '2026-03-24', to: '2026-03-30' })
  expect(daysOf('month', now)).toEqual({ from: '2026-03-01', to: '2026-03-30' })
})

test('a year with a leap day is accepted, a day more is not, and no period runs backwards', () => {
  expect(wrongPeriod({ from: '2024-01-01', to: '2024-12-31' })).toBeNull()
  expect(wrongPeriod({ from: '2024-01-01', to: '2025-01-01' })).toBe('tooLong')
  expect(wrongPeriod({ from: '2024-01-02', to: '2024-01-01' })).toBe('backwards')
})

test('a month of a period is cut at its ends', () => {
  const period = { from: '2024-01-20', to: '2024-03-10' }
  expect(partOf('2024-01', period)).toEqual({ from: '2024-01-20', to: '2024-01-31' })
  expect(partOf('2024-02', period)).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  expect(partOf('2024-03', period)).toEqual({ from: '2024-03-01', to: '2024-03-10' })
  expect(partOf('2024-02-05', period)).toEqual({ from: '2024-02-05', to: '2024-02-05' })
})
