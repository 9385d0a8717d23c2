import {
  readCancellationsReport,
  readDispatchersReport,
  readDriversReport,
  readProtocolReport,
} from '@dispecerat/contract/office/reports'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants/check-invariants.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aUser } from '../../testing/builders.ts'
import { createReportFixture, figures, type ReportFixture } from './testing/report-fixture.ts'
import { foldTotals } from './totals.store.ts'

let server: TestServer
let fixture: ReportFixture

beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  fixture = await createReportFixture(server)
})

describe('dispatchers', () => {
  test('counts orders by dispatcher with their outcome, waiting time and manual assignments', async () => {
    await fixture.order({ at: '2026-03-10T10:00:00Z' })
    await fixture.order({ at: '2026-03-10T11:00:00Z', manual: true, costBani: 1_050 })
    await fixture.order({ at: '2026-03-11T11:00:00Z', state: 'canceled', reason: 'no_drivers_found' })
    await fixture.order({ at: '2026-03-11T12:00:00Z', state: 'created' })
    await fixture.order({ at: '2026-03-12T12:00:00Z', dispatcher: null })
    const { columns, rows, totals } = await fixture.report(readDispatchersReport)
    expect(columns[0]).toEqual({ key: 'label', label: 'Dispecer', kind: 'text' })
    const keys = ['orders', 'finished', 'canceled', 'canceled_percent', 'nobody', 'wait_seconds', 'manual', 'cost']
    expect(rows.map(({ id }) => id)).toEqual([String(fixture.dispatcherId), '0'])
    expect(figures(rows[0], ...keys)).toEqual([4, 2, 1, 25, 1, 90, 1, 35.5])
    expect(rows[1]?.label).toBe('Fără dispecer (aplicație)')
    expect(figures(totals, ...keys)).toEqual([5, 3, 1, 20, 1, 90, 1, 60.5])
    // Orders without a dispatcher do not lower the average of the dispatchers.
    expect([...rows, totals].map(({ manual_ratio }) => manual_ratio)).toEqual([1, null, 1])
    await fixture.isTrue()
  })

  test('by day and by month every key is present, and an order counts on the day of its placement', async () => {
    await fixture.order({ at: '2026-03-28T21:59:59Z', ended: '2026-03-29T10:00:00Z' })
    await fixture.order({ at: '2026-03-28T22:00:00Z' })
    await fixture.order({ at: '2026-03-29T20:59:59Z' })
    await fixture.order({ at: '2026-03-29T21:00:00Z' })
    const byDay = await fixture.report(readDispatchersReport, {
      group: 'day',
      date_from: '2026-03-28',
      date_to: '2026-03-31',
    })
    expect(byDay.rows.map(({ label, orders }) => [label, orders])).toEqual([
      ['28.03.2026', 1],
      ['29.03.2026', 2],
      ['30.03.2026', 1],
      ['31.03.2026', 0],
    ])
    const byMonth = await fixture.report(readDispatchersReport, { group: 'month', date_from: '2026-02-15' })
    expect(byMonth.rows.map(({ label, orders }) => [label, orders])).toEqual([
      ['02.2026', 0],
      ['03.2026', 4],
    ])
    // A timestamp stands for its day in Romanian time.
    const period = { date_from: '2026-03-28 22:30:00', date_to: '2026-03-29 20:00:00' }
    expect((await fixture.report(readDispatchersReport, period)).totals.orders).toBe(2)
  })

  test('deleting or restoring an order or changing its cost updates the totals, folded or not', async () => {
    const id = await fixture.order({ at: '2026-03-10T10:00:00Z' })
    const cost = async () => figures((await fixture.report(readDispatchersReport)).totals, 'orders', 'cost')
    await Promise.all([foldTotals(server.db), foldTotals(server.db)])
    expect(await cost()).toEqual([1, 25])
    await server.db.updateTable('orders').set({ cost_bani: 3_000 }).where('id', '=', id).execute()
    expect(await cost()).toEqual([1, 30])
    await server.db.updateTable('orders').set({ deleted_at: server.clock.now() }).where('id', '=', id).execute()
    expect(await cost()).toEqual([0, 0])
    await foldTotals(server.db)
    await server.db.updateTable('orders').set({ deleted_at: null }).where('id', '=', id).execute()
    expect(await cost()).toEqual([1, 30])
    await fixture.isTrue()
    await sql`update order_sums set orders = orders + 1 where company_id = ${fixture.companyId} and side = 'driven'`.execute(
      server.db,
    )
    const broken = await checkInvariants(server.db, server.clock.now())
    expect(broken.some(({ rule }) => rule.startsWith('the sums of reports'))).toBe(true)
    await sql`update order_sums set orders = orders - 1 where company_id = ${fixture.companyId} and side = 'driven'`.execute(
      server.db,
    )
  })
})

describe('drivers, cancellations, protocol companies', () => {
  test('a trip counts for its driver on the day it ended', async () => {
    await fixture.order({ at: '2026-03-10T21:50:00Z', ended: '2026-03-10T22:10:00Z', costBani: 4_000 })
    const byDay = await fixture.report(readDriversReport, { group: 'day' })
    expect(byDay.rows.filter(({ finished }) => finished).map(({ label }) => label)).toEqual(['11.03.2026'])
    const { rows } = await fixture.report(readDriversReport)
    expect(rows[0]?.label).toContain(fixture.driver.indicativ)
    expect(figures(rows[0], 'finished', 'cost', 'cash', 'busy_hours', 'days')).toEqual([1, 40, 40, 0.3, 1])
  })

  test('cash is the cost minus the discount, folded or not, and follows changes', async () => {
    const id = await fixture.order({ at: '2026-03-10T10:00:00Z', costBani: 6_737 })
    await foldTotals(server.db)
    const discounted = { discount_amount_bani: 1_000, discounted_cost_bani: 5_737 }
    await server.db.updateTable('orders').set(discounted).where('id', '=', id).execute()
    const cash = async () => figures((await fixture.report(readDriversReport)).totals, 'cost', 'cash')
    expect(await cash()).toEqual([67.37, 57.37])
    await foldTotals(server.db)
    expect(await cash()).toEqual([67.37, 57.37])
    await server.db.updateTable('orders').set({ payment_type: 'card' }).where('id', '=', id).execute()
    expect(await cash()).toEqual([67.37, 0])
    await fixture.isTrue()
  })

  test('cancellations by reason and by dispatcher, with their share', async () => {
    await fixture.order({ at: '2026-03-10T10:00:00Z' })
    await fixture.order({ at: '2026-03-10T10:00:00Z', state: 'canceled' })
    await fixture.order({ at: '2026-03-10T11:00:00Z', state: 'canceled', reason: 'no_drivers_found' })
    await fixture.order({ at: '2026-03-10T12:00:00Z', state: 'canceled', reason: 'no_drivers_found' })
    const byReason = await fixture.report(readCancellationsReport)
    expect(byReason.rows.map((row) => figures(row, 'label', 'canceled', 'share'))).toEqual([
      ['Niciun șofer găsit', 2, 66.7],
      ['Anulată de client', 1, 33.3],
    ])
    const byDispatcher = await fixture.report(readCancellationsReport, { group: 'dispatcher' })
    expect(figures(byDispatcher.rows[0], 'orders', 'canceled_percent', 'no_drivers_found')).toEqual([4, 75, 2])
  })

  test('orders of a protocol company and their amounts', async () => {
    const { userId } = await aUser(server, { roles: ['company'], companyIds: [fixture.companyId], name: 'Hotel Aro' })
    await fixture.order({ at: '2026-03-10T10:00:00Z', protocolUserId: userId, costBani: 5_000 })
    await fixture.order({ at: '2026-03-10T10:00:00Z' })
    const { rows, totals } = await fixture.report(readProtocolReport)
    expect(rows.map((row) => figures(row, 'label', 'finished', 'cost'))).toEqual([['Hotel Aro', 1, 50]])
    expect(totals.cost).toBe(50)
  })
})

describe('permissions and parameters', () => {
  test('another company’s orders are in no report; a platform administrator gets the totals of all companies or of one', async () => {
    await fixture.order({ at: '2026-03-10T10:00:00Z' })
    const other = (await aCompany(server)).companyId
    const unknown = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [other] })).email)
    expect((await fixture.report(readDispatchersReport, {}, unknown)).rows).toEqual([])
    const admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
    expect(
      (await fixture.report(readDispatchersReport, { company_id: String(fixture.companyId) }, admin)).totals.orders,
    ).toBe(1)
    const byCompany = await fixture.report(readDispatchersReport, { group: 'company' }, admin)
    expect(byCompany.rows.find(({ id }) => id === String(fixture.companyId))?.orders).toBe(1)
  })

  test.each([
    [{ date_from: '2026-03-31', date_to: '2026-03-01' }, 'date_to'],
    [{ date_from: '2025-03-30', date_to: '2026-03-31' }, 'date_to'],
    [{ date_from: '2026-02-30', date_to: '2026-03-01' }, 'date_from'],
    [{ group: 'account' }, 'group'],
  ])('%o is refused', async (query, field) => {
    const { status, body } = await server.request(readDispatchersReport, fixture.requestOf(query), fixture.manager)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  })

  test('a year with a leap day is accepted, and the CSV has headings and rows', async () => {
    await fixture.order({ at: '2026-03-10T10:00:00Z' })
    const url = '/api/reports/dispatchers?date_from=2025-03-31&date_to=2026-03-31&format=csv'
    const file = await server.inject({ method: 'GET', url, headers: { authorization: `Bearer ${fixture.manager}` } })
    expect([file.statusCode, file.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="raport_dispeceri_2025-03-31_2026-03-31.csv"',
    ])
    const [head = '', first = ''] = file.body.split('\r\n')
    expect(head).toContain('Dispecer;Comenzi;Finalizate')
    expect(first.split(';').slice(1, 3)).toEqual(['1', '1'])
  })

  test('the file has the sort order of the table; days are sorted by date, not by text', async () => {
    for (const day of ['02-28', '03-02', '03-02']) await fixture.order({ at: `2026-${day}T10:00:00Z` })
    const days = async (sort: string) => {
      const url = `/api/reports/dispatchers?date_from=2026-02-28&date_to=2026-03-02&group=day&format=csv&sort=${sort}`
      const file = await server.inject({ method: 'GET', url, headers: { authorization: `Bearer ${fixture.manager}` } })
      const lines = file.body.trim().split('\r\n').slice(1)
      return lines.map((line) => line.split(';')[0])
    }
    expect(await days('-orders')).toEqual(['02.03.2026', '28.02.2026', '01.03.2026'])
    expect(await days('label')).toEqual(['28.02.2026', '01.03.2026', '02.03.2026'])
    expect(await days('-label')).toEqual(['02.03.2026', '01.03.2026', '28.02.2026'])
  })
})
