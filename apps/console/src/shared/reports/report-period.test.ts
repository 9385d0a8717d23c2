import { expect, test } from 'vitest'
import { isTooLong, periodOf } from './report-period.ts'

const at = (iso: string) => new Date(iso)

test('today begins at midnight in Bucharest, also when it is still yesterday in London', () => {
  expect(periodOf('today', at('2026-11-20T22:30:00Z'))).toEqual({
    from: '2026-11-21 00:00:00',
    to: '2026-11-21 23:59:59',
  })
})

test('yesterday, a week and the month so far, over a daylight-saving change', () => {
  const now = at('2026-10-26T10:00:00Z')
  expect(periodOf('yesterday', now)).toEqual({ from: '2026-10-25 00:00:00', to: '2026-10-25 23:59:59' })
  expect(periodOf('week', now).from).toBe('2026-10-20 00:00:00')
  expect(periodOf('month', now)).toEqual({ from: '2026-10-01 00:00:00', to: '2026-10-26 23:59:59' })
  expect(periodOf('yesterday', at('2026-03-01T08:00:00Z')).from).toBe('2026-02-28 00:00:00')
})

test('a leap year is accepted, a day more is not', () => {
  expect(isTooLong({ from: '2026-01-01 00:00:00', to: '2027-01-01 23:59:59' })).toBe(false)
  expect(isTooLong({ from: '2026-01-01 00:00:00', to: '2027-01-03 00:00:00' })).toBe(true)
  expect(isTooLong({ from: 'ieri', to: 'azi' })).toBe(false)
})
