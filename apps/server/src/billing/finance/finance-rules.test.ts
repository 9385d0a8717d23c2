import {
  changeFinanceSettings,
  readFinanceSettings,
  readFinanceSummary,
  transferMoney,
} from '@dispecerat/contract/billing/finance'
import { readStatement } from '@dispecerat/contract/billing/finance-history'
import { NO_USER } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anOffice } from '../../testing/an-office.ts'
import { aBalance, aUser } from '../../testing/builders.ts'
import { createSearchFixture } from '../../testing/search-fixture.ts'
import { checkDueLedgers } from './finance.jobs.ts'

test('a driver below the minimum balance gets no offers, and gets them again after paying in', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200], steps: [{ searchType: 'by_zone' }] })
  const { server, companyId, drivers } = fixture
  const boss = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
  const [poor, rich] = drivers.map(({ driverId }) => driverId)
  await aBalance(server, { companyId, driverId: rich ?? NO_USER, bani: 50_00 })
  await server.request(changeFinanceSettings, { body: { min_balance_to_work: 10 } }, boss)
  await fixture.settle()
  const first = await fixture.place()
  expect((await fixture.offers(first)).map(({ driver_id }) => driver_id)).toEqual([rich])

  const body = { driver_id: poor ?? 0, amount: 10, direction: 'in', method: 'cash' } as const
  await server.request(transferMoney, { body }, boss)
  await fixture.settle()
  const second = await fixture.place()
  expect((await fixture.offers(second)).map(({ driver_id }) => driver_id)).toContain(poor)
})

test('a driver is notified once when the balance falls below the warning, until it has risen again', async () => {
  await using office = await anOffice()
  const { fixture, boss, ion } = office
  await office.set({ low_balance_warning: 30 })
  await office.payIn(40)
  const out = (amount: number) => {
    const body = { driver_id: ion.driverId, amount, direction: 'out', method: 'cash' } as const
    return fixture.server.request(transferMoney, { body }, boss)
  }
  const messageCount = async () =>
    (await fixture.server.db.selectFrom('messages').select('message').where('receiver_id', '=', ion.driverId).execute())
      .length
  await out(15)
  await out(5)
  expect(await messageCount()).toBe(1)
  await office.payIn(50)
  await out(45)
  expect(await messageCount()).toBe(2)
})

test('of two concurrent changes of the terms the second is refused; both stand once it is repeated with the new version', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  const read = async () => (await fixture.server.request(readFinanceSettings, {}, boss)).reply.data
  const change = (body: object, version: number) =>
    fixture.server.request(changeFinanceSettings, { body, headers: { 'if-match': String(version) } }, boss)
  const { version } = await read()
  expect((await change({ commission_type: 'percent', commission_value: 12.5 }, version)).status).toBe(200)
  const late = await change({ min_balance_to_work: 30 }, version)
  expect([late.status, late.body.code]).toEqual([409, 'settings.changed_meanwhile'])
  expect((await change({ min_balance_to_work: 30 }, (await read()).version)).status).toBe(200)
  expect(await read()).toMatchObject({ commission_value: 12.5, min_balance_to_work: 30 })
})

test('every night the ledger is added up once; a difference is stored, shown and raises an alarm', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  const { server, companyId } = fixture
  await office.payIn(80)
  const check = async () => (await server.request(readFinanceSummary, {}, boss)).reply.data.last_check
  await checkDueLedgers(server)
  const found = await check()
  expect(found).toMatchObject({ is_right: true, drivers: 2, transactions: 1 })
  server.pass(3600)
  await checkDueLedgers(server)
  expect((await check())?.checked_at).toBe(found?.checked_at)

  await sql`alter table driver_status disable trigger driver_status_balance`.execute(server.db)
  await sql`update driver_status set balance_bani = 1 where driver_id = ${office.ion.driverId}`.execute(server.db)
  server.pass(24 * 3600)
  await checkDueLedgers(server)
  const boss2 = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
  expect((await server.request(readFinanceSummary, {}, boss2)).reply.data.last_check).toMatchObject({
    is_right: false,
    wrong_balances: [{ driver_id: office.ion.driverId, balance: 0.01, entries: 80 }],
  })
  const rang = await server.db.selectFrom('event_log').select('data').where('event', '=', 'ledger_alarm').execute()
  expect(rang.map(({ data }) => data)).toEqual([{ company_id: companyId, differences: 1 }])
})

test('a statement has the right opening and closing balance, as PDF and as a workbook', async () => {
  await using office = await anOffice()
  const { fixture, boss, ion } = office
  await office.payIn(40)
  const period = { date_from: '2026-03-01 00:00:00', date_to: '2026-03-02 00:00:00' }
  const file = async (format: 'pdf' | 'xlsx') => {
    const query = new URLSearchParams({ ...period, format })
    const headers = { authorization: `Bearer ${boss}` }
    return fixture.server.inject({ method: 'GET', url: `/api/finances/statements/${ion.driverId}?${query}`, headers })
  }
  const pdf = await file('pdf')
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.rawPayload.subarray(-6).toString()).toContain('%%EOF')
  expect((await file('xlsx')).rawPayload.subarray(0, 2).toString()).toBe('PK')
  const backwards = { ...period, date_to: '2026-02-01 00:00:00' }
  const refused = await fixture.server.request(readStatement, { params: { id: ion.driverId }, query: backwards }, boss)
  expect(refused.body.errors).toEqual({ date_to: ['Perioada se termină înainte să înceapă'] })
})

test('a minimum balance above that of five thousand drivers is saved, and the drivers are notified', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  const { db, clock } = fixture.server
  await sql`
    with made as (
      insert into users (phone, created_at) select '+40755' || (100000 + n), ${clock.now()}::timestamptz
      from generate_series(1, 5000) as n
      returning id
    )
    insert into driver_status (driver_id, company_id, service_ids, updated_at)
    select id, ${fixture.companyId}, '{1}', ${clock.now()}::timestamptz from made
  `.execute(db)
  const { status } = await fixture.server.request(changeFinanceSettings, { body: { min_balance_to_work: 10 } }, boss)
  expect(status).toBe(200)
  const { rows } = await sql<{ events: number; max: number }>`
    select sum(events)::integer as events, max(events)::integer as max from (
      select count(*) as events from event_log where event = 'driver_status_changed' group by seq / 4096
    ) as of_transaction
  `.execute(db)
  expect(rows[0]?.events).toBeGreaterThanOrEqual(5000)
  expect(rows[0]?.max).toBeLessThanOrEqual(500)
})
