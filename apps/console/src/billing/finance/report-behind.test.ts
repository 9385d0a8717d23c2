import { expect, test } from 'vitest'
import { financeBehind } from './report-behind.ts'

const days = { from: '2026-03-10', to: '2026-05-20' }

test('a month leads to its part of the period, commission to the ledger rows, the rest to finished orders by their end', () => {
  const input = { group: 'month', days, company: 3 } as const
  expect(financeBehind(input, '2026-03', 'cost')).toEqual({
    to: '/reports/orders',
    search: { from: '2026-03-10 00:00:00', to: '2026-03-31 23:59:59', company: 3, state: 'finished', by: 'end' },
  })
  expect(financeBehind(input, '2026-05', 'commission')).toEqual({
    to: '/finances/history',
    search: { from: '2026-05-01', to: '2026-05-20', company: 3, type: 'commission' },
  })
})

test('a driver and a company become filters; the totals are the whole period', () => {
  const driver = financeBehind({ group: 'driver', days, company: undefined }, '101', 'commission')
  expect(driver.search).toEqual({ ...days, driver: 101, type: 'commission' })
  expect(financeBehind({ group: 'company', days, company: undefined }, '7', 'orders').search).toMatchObject({
    company: 7,
  })
  const totals = financeBehind({ group: 'company', days, company: undefined }, '', 'orders')
  expect(totals.search).toMatchObject({ from: '2026-03-10 00:00:00', to: '2026-05-20 23:59:59' })
  expect(totals.search).not.toHaveProperty('company')
})
