import { expect, test } from 'vitest'
import { ordersBehind } from './orders-behind.ts'

const days = { from: '2026-03-01', to: '2026-03-31' }
const MARCH = { from: '2026-03-01 00:00:00', to: '2026-03-31 23:59:59' }

test.each([
  ['dispatchers', 'dispatcher', '7', 'canceled', { ...MARCH, dispatcher: 7, state: 'canceled' }],
  ['dispatchers', 'dispatcher', '0', 'label', { ...MARCH, online: 1 }],
  ['dispatchers', 'day', '2026-03-05', 'orders', { from: '2026-03-05 00:00:00', to: '2026-03-05 23:59:59' }],
  ['dispatchers', 'dispatcher', '', 'nobody', { ...MARCH, state: 'canceled', reason: 'no_drivers_found' }],
  ['drivers', 'driver', '9', 'finished', { ...MARCH, by: 'end', driver: 9, state: 'finished' }],
  ['cancellations', 'reason', 'call_ended', 'label', { ...MARCH, reason: 'call_ended', state: 'canceled' }],
  ['cancellations', 'ended_by', 'driver', 'label', { ...MARCH, endedBy: 'driver', state: 'canceled' }],
  ['cancellations', 'ended_by', 'unknown', 'canceled', { ...MARCH, endedBy: 'unknown', state: 'canceled' }],
  ['protocol', 'account', '4', 'label', { ...MARCH, by: 'end', account: 4 }],
  ['search', 'interval', '3', 'found', null],
  ['search', 'interval', '3', 'searches', { ...MARCH, interval: 3 }],
  ['search', 'interval', '0', 'label', { ...MARCH, interval: 0 }],
  ['fairness', 'driver', '9', 'share', null],
] as const)('the %s report by %s: %s / %s leads to %o', (report, group, id, column, search) => {
  expect(ordersBehind({ report, group, days, company: undefined }, id, column)).toEqual(search)
})

test('the chosen company becomes a filter, and a row’s own company has priority', () => {
  const input = { report: 'dispatchers', days, company: 2 } as const
  expect(ordersBehind({ ...input, group: 'dispatcher' }, '7', 'orders')?.company).toBe(2)
  expect(ordersBehind({ ...input, group: 'company' }, '3', 'orders')?.company).toBe(3)
})
