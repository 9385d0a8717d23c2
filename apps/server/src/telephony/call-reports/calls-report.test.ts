import { listCallsForReport, readCallsReport, sizeCallsReport } from '@dispecerat/contract/telephony/call-reports'
import { asId, type CompanyId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFixture, type Fixture } from '../../orders/testing/order-fixture.ts'
import { aCompany } from '../../testing/builders.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture({ at: '2026-10-27T10:00:00Z' })
})
afterAll(() => fixture.server.stop())

interface AuditedChange {
  at: string
  /** Seconds from the ring to the answer; left out: unanswered. */
  answered?: number
  /** Seconds from the ring to its end. */
  over: number
  by?: UserId
  because?: string
  isTest?: boolean
  out?: 'reached' | 'not_reached'
  from?: UserId
  orderId?: OrderId
  companyId?: CompanyId
}

let calls = 0
async function rang({ at, answered, over, by, because, isTest = false, out, from, orderId, companyId }: AuditedChange) {
  calls += 1
  const rangAt = new Date(at)
  const after = (seconds: number) => new Date(rangAt.getTime() + seconds * 1000)
  const taken = answered === undefined ? null : after(answered)
  const { id } = await fixture.server.db
    .insertInto('calls')
    .values({
      company_id: companyId ?? fixture.companyId,
      phone: `+4072200${String(calls).padStart(4, '0')}`,
      sip_caller_id: `report-${calls}`,
      direction: out ? 'out' : 'in',
      state: 'ended',
      rang_at: rangAt,
      started_at: out ? rangAt : taken,
      reached_at: out === 'reached' ? after(8) : null,
      ended_at: after(over),
      dispatcher_id: by ?? (taken || out ? fixture.dispatcherId : null),
      transferred_from: from ?? null,
      order_id: orderId ?? null,
      reason_type: because ?? (taken ? 'call_ended' : 'missed'),
      is_test: isTest,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const report = async (query: object, token = fixture.dispatcher) =>
  fixture.server.request(readCallsReport, { query: query as never }, token)
const list = async (query: object, token = fixture.dispatcher) =>
  fixture.server.request(listCallsForReport, { query: query as never }, token)

/** 20 October in Bucharest. */
const A_DAY = { date_from: '2026-10-19 21:00:00', date_to: '2026-10-20 20:59:59' }

describe('one day of calls', () => {
  let colleagueId: UserId
  beforeAll(async () => {
    const { server, companyId } = fixture
    const { dispatcher_id } = (await fixture.place()) as { dispatcher_id?: number }
    colleagueId = asId<UserId>(dispatcher_id ?? fixture.dispatcherId)
    const other = await server.db
      .selectFrom('user_companies')
      .select('user_id')
      .where('company_id', '=', companyId)
      .where('user_id', '<>', fixture.dispatcherId)
      .orderBy('user_id')
      .executeTakeFirstOrThrow()
    colleagueId = other.user_id
    await rang({ at: '2026-10-20T06:00:00Z', answered: 4, over: 64 })
    await rang({ at: '2026-10-20T06:10:00Z', answered: 30, over: 90, by: colleagueId, from: fixture.dispatcherId })
    await rang({ at: '2026-10-20T07:00:00Z', over: 12 })
    await rang({ at: '2026-10-20T07:30:00Z', over: 60 })
    await rang({ at: '2026-10-20T08:00:00Z', over: 0, because: 'busy' })
    await rang({ at: '2026-10-20T08:00:01Z', over: 0, because: 'blocked' })
    await rang({ at: '2026-10-20T08:10:00Z', answered: 1, over: 5, isTest: true })
    await rang({ at: '2026-10-20T09:00:00Z', over: 38, out: 'reached' })
    await rang({ at: '2026-10-20T09:10:00Z', over: 25, out: 'not_reached' })
  })

  test('every call that rang has one outcome; tests have none, outgoing calls are counted separately', async () => {
    const { reply } = await report(A_DAY)
    expect(reply.totals).toEqual({
      offered: 6,
      answered: 2,
      abandoned: 1,
      missed: 1,
      busy: 1,
      blocked: 1,
      transferred: 1,
      orders: 0,
      wait_p50_seconds: 12,
      wait_p90_seconds: 60,
      wait_max_seconds: 60,
      talk_seconds: 120,
      average_talk_seconds: 60,
      within_20_s_percent: 20,
      dialled: 2,
      reached: 1,
      outgoing_talk_seconds: 30,
    })
    expect(reply.rows).toHaveLength(1)
    expect(reply.rows[0]).toMatchObject({ from: '2026-10-19 21:00:00', to: '2026-10-20 20:59:59', offered: 6 })
  })

  test('each dispatcher has their own figures: answered calls, waiting times, outgoing calls', async () => {
    const { reply } = await report(A_DAY)
    const of = (id: number) => reply.dispatchers.find(({ dispatcher_id }) => dispatcher_id === id)
    expect(reply.dispatchers).toHaveLength(2)
    expect(of(fixture.dispatcherId)).toMatchObject({ answered: 1, wait_max_seconds: 4, dialled: 2, reached: 1 })
    expect(of(colleagueId)).toMatchObject({ answered: 1, transferred: 1, talk_seconds: 60, dialled: 0 })
  })

  test('the calls behind a figure are listed, newest first, page by page', async () => {
    const all = (await list(A_DAY)).reply
    expect(all.meta.total).toBe(8)
    expect(all.data.map(({ outcome }) => outcome)).toEqual([
      'not_reached',
      'reached',
      'blocked',
      'busy',
      'missed',
      'abandoned',
      'answered',
      'answered',
    ])
    expect(all.data.at(-1)).toMatchObject({ waited_seconds: 4, talk_seconds: 60, recording: null })
    const his = (await list({ ...A_DAY, dispatcher_id: colleagueId })).reply
    expect(his.data.map(({ waited_seconds }) => waited_seconds)).toEqual([30])
    const missed = (await list({ ...A_DAY, outcome: 'abandoned', direction: 'in' })).reply
    expect(missed.data.map(({ talk_seconds }) => talk_seconds)).toEqual([null])
    const second = (await list({ ...A_DAY, per_page: 5, page: 2 })).reply
    expect(second.data).toHaveLength(3)
  })

  test('another company sees none of it, an administrator all', async () => {
    expect((await report(A_DAY, fixture.rival)).reply.totals.offered).toBe(0)
    expect((await report({ ...A_DAY, company_id: fixture.companyId }, fixture.rival)).reply.dispatchers).toEqual([])
    expect((await list(A_DAY, fixture.rival)).reply.data).toEqual([])
    expect((await report(A_DAY, fixture.admin)).reply.totals.offered).toBe(6)
  })
})

test('a call is the source of an order when the order began with it and was placed; asking about an existing order is not', async () => {
  const { server } = fixture
  const rangAt = new Date(server.clock.now().getTime() - 5000).toISOString()
  const { id } = await fixture.place()
  await rang({ at: rangAt, answered: 3, over: 4, orderId: asId<OrderId>(id) })
  server.pass(600)
  await rang({ at: server.clock.now().toISOString(), answered: 2, over: 20, orderId: asId<OrderId>(id) })
  const { reply } = await report({ date_from: '2026-10-27 00:00:00', date_to: '2026-10-27 23:59:59' })
  expect(reply.totals).toMatchObject({ answered: 2, orders: 1 })
})

describe('when daylight saving time ends', () => {
  /** 24 to 26 October in Bucharest; the 25th has 25 hours. */
  const NIGHT = { date_from: '2026-10-23 21:00:00', date_to: '2026-10-26 21:59:59' }
  beforeAll(async () => {
    await rang({ at: '2026-10-24T20:59:59Z', over: 10 })
    await rang({ at: '2026-10-24T21:00:00Z', over: 10 })
    await rang({ at: '2026-10-25T00:30:00Z', over: 10 })
    await rang({ at: '2026-10-25T01:30:00Z', over: 10 })
    await rang({ at: '2026-10-25T21:59:59Z', over: 10 })
    await rang({ at: '2026-10-25T22:00:00Z', over: 10 })
  })

  test('a call before midnight in Bucharest belongs to the day before, and the long day has all its calls', async () => {
    const { reply } = await report(NIGHT)
    expect(reply.rows.map(({ from, to, offered }) => [from, to, offered])).toEqual([
      ['2026-10-23 21:00:00', '2026-10-24 20:59:59', 1],
      ['2026-10-24 21:00:00', '2026-10-25 21:59:59', 4],
      ['2026-10-25 22:00:00', '2026-10-26 21:59:59', 1],
    ])
  })

  test('by hour the repeated hour is two rows', async () => {
    const { reply } = await report({ date_from: '2026-10-24 21:00:00', date_to: '2026-10-25 21:59:59', by: 'hour' })
    expect(reply.rows).toHaveLength(25)
    const rung = reply.rows.filter(({ offered }) => offered > 0).map(({ from }) => from)
    expect(rung).toEqual(['2026-10-24 21:00:00', '2026-10-25 00:00:00', '2026-10-25 01:00:00', '2026-10-25 21:00:00'])
  })

  test('the table for a spreadsheet has Romanian headers, local times and a line for each day', async () => {
    const search = new URLSearchParams({ ...NIGHT, format: 'csv' })
    const answer = await fixture.server.inject({
      method: 'GET',
      url: `/api/reports/calls?${search}`,
      headers: { authorization: `Bearer ${fixture.dispatcher}` },
    })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = answer.body.trimEnd().split('\r\n')
    expect(lines[0]?.startsWith('\uFEFFDe la;Primite;Preluate;Abandonate;')).toBe(true)
    expect(lines).toHaveLength(4)
    expect(lines[2]?.startsWith('2026-10-25 00:00:00;4;0;4;')).toBe(true)
  })
})

describe('by month and by company', () => {
  /** From the middle of January to the middle of March, in Bucharest; 2025 has no other calls. */
  const WINTER = { date_from: '2025-01-15 22:00:00', date_to: '2025-03-15 21:59:59' }
  let otherId: CompanyId
  beforeAll(async () => {
    const { server } = fixture
    otherId = (await aCompany(server, { name: 'Alt dispecerat' })).companyId
    await rang({ at: '2025-01-15T21:59:59Z', over: 10 })
    await rang({ at: '2025-01-31T21:59:59Z', over: 10 })
    await rang({ at: '2025-01-31T22:00:00Z', answered: 3, over: 13 })
    await rang({ at: '2025-02-28T22:00:00Z', over: 10 })
    await rang({ at: '2025-02-10T10:00:00Z', over: 10, companyId: otherId })
  })

  test('months begin at midnight of Bucharest; the first and the last are limited to the period', async () => {
    const { rows, totals } = (await report({ ...WINTER, by: 'month' })).reply
    expect(rows.map(({ from, to, offered }) => [from, to, offered])).toEqual([
      ['2025-01-15 22:00:00', '2025-01-31 21:59:59', 1],
      ['2025-01-31 22:00:00', '2025-02-28 21:59:59', 1],
      ['2025-02-28 22:00:00', '2025-03-15 21:59:59', 1],
    ])
    expect(totals).toMatchObject({ offered: 3, answered: 1 })
    const [, february] = rows
    const behind = (await list({ date_from: february?.from, date_to: february?.to })).reply
    expect(behind.data.map(({ outcome }) => outcome)).toEqual(['answered'])
  })

  test('companies are listed side by side, the most called first, and none sees another’s', async () => {
    const all = (await report({ ...WINTER, by: 'company' }, fixture.admin)).reply
    expect(all.rows).toEqual([])
    expect(all.companies.map(({ company_id, offered, answered }) => [company_id, offered, answered])).toEqual([
      [fixture.companyId, 3, 1],
      [otherId, 1, 0],
    ])
    expect((await report({ ...WINTER, by: 'company' })).reply.companies).toMatchObject([
      { company_id: fixture.companyId },
    ])
    const search = new URLSearchParams({ ...WINTER, by: 'company', format: 'csv' })
    const file = await fixture.server.inject({
      url: `/api/reports/calls?${search}`,
      headers: { authorization: `Bearer ${fixture.admin}` },
    })
    const [head, , second] = file.body.replace('\uFEFF', '').split('\r\n')
    expect(head).toMatch(/^Companie;Primite;.*;Sunate;Au răspuns$/)
    expect(second).toMatch(/^Alt dispecerat;1;0;1;/)
  })

  test('the number of calls in a period is estimated before they are added up, per company', async () => {
    const size = async (query: object, token: string) =>
      (await fixture.server.request(sizeCallsReport, { query: query as never }, token)).reply
    expect(await size(WINTER, fixture.admin)).toEqual({ calls: 4, is_capped: false })
    expect(await size(WINTER, fixture.dispatcher)).toEqual({ calls: 3, is_capped: false })
    expect(await size(WINTER, fixture.rival)).toEqual({ calls: 0, is_capped: false })
    const long = { ...WINTER, date_to: '2026-06-01 00:00:00' }
    expect((await fixture.server.request(sizeCallsReport, { query: long }, fixture.admin)).status).toBe(422)
  })
})

test.each([
  ['more than a year', { date_from: '2025-01-01 00:00:00', date_to: '2026-03-01 00:00:00' }, 'date_to'],
  ['hours of two months', { date_from: '2026-01-01 00:00:00', date_to: '2026-03-01 00:00:00', by: 'hour' }, 'date_to'],
  ['an end before the beginning', { date_from: '2026-03-01 00:00:00', date_to: '2026-02-01 00:00:00' }, 'date_to'],
  ['no beginning', { date_to: '2026-02-01 00:00:00' }, 'date_from'],
  ['a day that is none', { date_from: 'ieri', date_to: '2026-02-01 00:00:00' }, 'date_from'],
])('%s is refused', async (_what, query, field) => {
  const { status, body } = await report(query)
  expect(status).toBe(422)
  expect(Object.keys(body.errors as object)).toContain(field)
})
