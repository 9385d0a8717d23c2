import { readFairnessReport, readSearchReport } from '@dispecerat/contract/office/reports'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { type ADriver, aDriver } from '../../testing/builders.ts'
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

test('found searches, seconds, rounds and offers are counted, with exact medians', async () => {
  await fixture.search('2026-03-10T10:00:00Z', 20, ['accepted'])
  await fixture.search('2026-03-10T10:10:00Z', 40, ['refused', 'accepted'])
  await fixture.search('2026-03-10T10:20:00Z', 100, ['seen_no_answer', 'accepted'])
  await fixture.search('2026-03-10T12:00:00Z', 300, ['refused'])
  const { rows, totals } = await fixture.report(readSearchReport, { group: 'hour' })
  expect(rows.length).toBe(24)
  const keys = ['searches', 'found', 'found_percent', 'nobody', 'p50_seconds', 'p90_seconds', 'in_1_min_percent']
  expect(figures(totals, ...keys)).toEqual([4, 3, 75, 1, 40, 100, 66.7])
  expect(figures(totals, 'rounds', 'offers', 'refusals', 'pickup_km')).toEqual([1.5, 1.5, 0.8, 1.5])
  // 10:00 UTC in winter is noon in Romania.
  expect(figures(rows[12], 'label', 'searches', 'p50_seconds')).toEqual(['12:00–12:59', 3, 40])
  await fixture.isTrue()
})

test('the fairness report has each driver’s offers, earnings per hour, share and place; shifts are cut at midnight', async () => {
  const idle = await aDriver(server, { companyId: fixture.companyId })
  const shift = (who: ADriver, from: string, to: string) =>
    server.db
      .insertInto('driver_shifts')
      .values({ driver_id: who.driverId, car_id: who.carId, started_at: new Date(from), stopped_at: new Date(to) })
      .execute()
  await shift(fixture.driver, '2026-03-10T16:00:00Z', '2026-03-10T23:00:00Z')
  await shift(idle, '2026-03-10T20:00:00Z', '2026-03-10T22:00:00Z')
  await fixture.search('2026-03-10T17:00:00Z', 20, ['accepted'])
  await fixture.search('2026-03-10T18:00:00Z', 20, ['refused'])
  await fixture.search('2026-03-10T20:30:00Z', 20, ['seen_no_answer'], idle)
  await fixture.order({ at: '2026-03-10T17:00:00Z', ended: '2026-03-10T18:01:30Z', costBani: 12_000 })
  const { rows, totals } = await fixture.report(readFairnessReport, { date_from: '2026-03-10', date_to: '2026-03-10' })
  const keys = ['id', 'place', 'hours', 'offers', 'accepted_percent', 'earnings_per_hour', 'pickup_km', 'trips']
  expect(figures(rows[0], ...keys)).toEqual([String(fixture.driver.driverId), 1, 6, 2, 50, 20, 1.5, 1])
  expect(figures(rows[1], ...keys)).toEqual([String(idle.driverId), 2, 2, 1, 0, 0, null, 0])
  // Three offers in eight hours: six hours would give 2.25 on average.
  expect(rows[0]?.share).toBe(0.89)
  expect(rows[0]?.idle_percent).toBe(83.3)
  expect(figures(totals, 'place', 'hours', 'offers', 'share')).toEqual([null, 8, 3, 1])
})

test('returning or deleting an offer updates the driver’s totals', async () => {
  const orderId = await fixture.search('2026-03-10T17:00:00Z', 20, ['accepted'])
  const own = async () => figures((await fixture.report(readFairnessReport)).rows[0], 'offers', 'accepted', 'returned')
  await foldTotals(server.db)
  await sql`update search_offers set fate = 'accepted_then_returned' where order_id = ${orderId}`.execute(server.db)
  expect(await own()).toEqual([1, 1, 1])
  await sql`delete from search_offers where order_id = ${orderId}`.execute(server.db)
  await foldTotals(server.db)
  expect((await fixture.report(readFairnessReport)).totals.offers).toBe(0)
  await fixture.isTrue()
})
