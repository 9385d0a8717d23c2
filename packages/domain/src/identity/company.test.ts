import { expect, test } from 'vitest'
import { daysBetween, lastOrderDay, type Standing, whyNoNewOrders } from './company.ts'

const trial: Standing = { status: 'trial', trialUntil: '2026-02-25' }

test.each<[string, Standing, string, ReturnType<typeof whyNoNewOrders>]>([
  ['a trial on its last day', trial, '2026-02-25', null],
  ['a trial within its week of grace', trial, '2026-03-04', null],
  ['a trial the day after its week of grace', trial, '2026-03-05', 'company.trial_over'],
  ['a trial without an end', { status: 'trial', trialUntil: null }, '2030-01-01', null],
  ['a paying company whose trial is long over', { status: 'active', trialUntil: '2020-01-01' }, '2026-03-05', null],
  ['a suspended company', { status: 'suspended', trialUntil: '2030-01-01' }, '2026-03-05', 'company.suspended'],
])('%s', (_, standing, today, why) => {
  expect(whyNoNewOrders(standing, today)).toBe(why)
})

test('days are counted across the end of a month and across a clock change', () => {
  expect(lastOrderDay(trial)).toBe('2026-03-04')
  expect(lastOrderDay({ status: 'active', trialUntil: '2026-02-25' })).toBeNull()
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(daysBetween('2026-03-02', '2026-02-28')).toBe(-2)
})
