import { readFinanceReport } from '@dispecerat/contract/billing/finance-history'
import { readDispatchersReport, readDriversReport } from '@dispecerat/contract/office/reports'
import { expect, test } from 'vitest'
import { createReportFixture } from '../../office/reports/testing/report-fixture.ts'
import { aServer } from '../../testing/a-server.ts'

test('the file of the finance report is sorted by the column of the table; an unknown column is refused', async () => {
  await using server = await aServer()
  const fixture = await createReportFixture(server)
  for (const [day, costBani] of [
    ['02-28', 30_00],
    ['03-01', 90_00],
    ['03-02', 60_00],
  ] as const) {
    await fixture.order({ at: `2026-${day}T10:00:00Z`, costBani })
  }
  await server.db.updateTable('orders').set({ processed_by_company_id: fixture.companyId }).execute()
  const file = (sort: string) => {
    const period = 'date_from=2026-02-27 22:00:00&date_to=2026-03-02 22:00:00'
    return server.inject({
      url: encodeURI(`/api/finances/reports/export?${period}&group=day${sort}`),
      headers: { authorization: `Bearer ${fixture.manager}` },
    })
  }
  const costs = async (sort: string) => {
    const lines = (await file(sort)).body.trim().split('\r\n').slice(1)
    return lines.map((line) => line.split(';')[2])
  }
  expect(await costs('')).toEqual(['60', '90', '30'])
  expect(await costs('&sort=cost')).toEqual(['30', '60', '90'])
  expect(await costs('&sort=-cost')).toEqual(['90', '60', '30'])
  expect(await costs('&sort=label')).toEqual(['30', '90', '60'])
  expect((await file('&sort=company_name')).statusCode).toBe(422)
})

test('a long finance report counts the same orders as the drivers’ totals: those that ended in the period, not those accepted in it', async () => {
  await using server = await aServer()
  const fixture = await createReportFixture(server)
  await fixture.order({ at: '2026-02-28T20:00:00Z', ended: '2026-03-01T10:00:00Z' })
  await fixture.order({ at: '2026-03-01T12:00:00Z' })
  await fixture.order({ at: '2026-03-02T21:30:00Z', ended: '2026-03-03T08:00:00Z' })
  await fixture.order({ at: '2026-03-02T09:00:00Z', state: 'canceled' })
  await server.db.updateTable('orders').set({ processed_by_company_id: fixture.companyId }).execute()
  const days = fixture.requestOf({ date_from: '2026-03-01', date_to: '2026-03-02', group: 'month' })
  const period = { date_from: '2026-02-28 22:00:00', date_to: '2026-03-02 22:00:00', group: 'month' } as const
  const read = (await server.request(readFinanceReport, { query: period }, fixture.manager)).reply.totals.orders
  expect(read).toBe(2)
  expect((await server.request(readDriversReport, days as never, fixture.manager)).reply.totals.finished).toBe(read)
  expect((await server.request(readDispatchersReport, days, fixture.manager)).reply.totals.orders).toBe(3)
})
