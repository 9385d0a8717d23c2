import {
  type Report,
  readCancellationsReport,
  readDispatchersReport,
  readDriversReport,
  readFairnessReport,
  readProtocolReport,
  readSearchReport,
} from '@dispecerat/contract/reports'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants } from '../invariants/check-invariants.ts'
import { aServer, type TestServer } from '../testing/a-server.ts'
import { type ADriver, aCompany, aDispatcher, aDriver, anOrder, aUser } from '../testing/builders.ts'
import { foldSums } from './sums.store.ts'

let server: TestServer
let companyId: number
let dispatcherId: number
let driver: ADriver
let manager: string

beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.set('2026-03-31T09:00:00Z')
  companyId = (await aCompany(server)).companyId
  dispatcherId = (await aDispatcher(server, { companyId })).userId
  driver = await aDriver(server, { companyId })
  manager = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
})

type Ask = Parameters<typeof server.call<typeof readDispatchersReport>>[1]
const PERIOD = { date_from: '2026-03-01', date_to: '2026-03-31' }

async function report(endpoint: typeof readDispatchersReport, query: object = {}, token = manager): Promise<Report> {
  const asked = { query: { ...PERIOD, ...query } } as Ask
  return (await server.call(endpoint, asked, token)).reply
}

interface Told {
  at: string
  ended?: string
  state?: 'created' | 'finished' | 'canceled'
  reason?: 'no_drivers_found' | 'client_canceled'
  costBani?: number
  dispatcher?: number | null
  manual?: boolean
  protocolUserId?: number
}

async function order({ at, ended, state = 'finished', ...told }: Told): Promise<number> {
  server.clock.set(at)
  const { orderId } = await anOrder(server, { companyId, ...(told.dispatcher === null ? {} : { dispatcherId }) })
  const end = new Date(ended ?? new Date(at).getTime() + 20 * 60_000)
  const over = {
    finished: { driver_id: driver.driverId, trip_finished_at: end, cost_bani: told.costBani ?? 2500 },
    canceled: {
      canceled_at: end,
      cancellation_reason_type: told.reason ?? 'client_canceled',
      cancelled_by: 'client' as const,
    },
    created: {},
  }[state]
  await server.db
    .updateTable('orders')
    .set({
      state,
      ...over,
      ...(state === 'finished' ? { assigned_at: new Date(new Date(at).getTime() + 90_000) } : {}),
      manually_assigned: told.manual ?? false,
      ...(told.protocolUserId ? { protocol_user_id: told.protocolUserId, payment_type: 'protocol' } : {}),
    })
    .where('id', '=', orderId)
    .execute()
  server.clock.set('2026-03-31T09:00:00Z')
  return orderId
}

const figures = (row: Report['rows'][number] | undefined, ...keys: string[]) => keys.map((key) => row?.[key])

/** The sums and a recount from the orders and offers themselves agree. */
async function isTrue() {
  const broken = await checkInvariants(server.db, server.clock.now())
  expect(broken.filter(({ rule }) => rule.startsWith('the sums of reports'))).toEqual([])
}

describe('dispatchers', () => {
  test('who took down how many, what became of them, how long clients waited, what was given by hand', async () => {
    await order({ at: '2026-03-10T10:00:00Z' })
    await order({ at: '2026-03-10T11:00:00Z', manual: true, costBani: 1_050 })
    await order({ at: '2026-03-11T11:00:00Z', state: 'canceled', reason: 'no_drivers_found' })
    await order({ at: '2026-03-11T12:00:00Z', state: 'created' })
    await order({ at: '2026-03-12T12:00:00Z', dispatcher: null })
    const { columns, rows, totals } = await report(readDispatchersReport)
    expect(columns[0]).toEqual({ key: 'label', label: 'Dispecer', kind: 'text' })
    const keys = ['orders', 'finished', 'canceled', 'canceled_percent', 'nobody', 'wait_seconds', 'manual', 'cost']
    expect(rows.map(({ id }) => id)).toEqual([String(dispatcherId), '0'])
    expect(figures(rows[0], ...keys)).toEqual([4, 2, 1, 25, 1, 90, 1, 35.5])
    expect(rows[1]?.label).toBe('Fără dispecer (aplicație)')
    expect(figures(totals, ...keys)).toEqual([5, 3, 1, 20, 1, 90, 1, 60.5])
    await isTrue()
  })

  test('by day every day is there, by month each month; an order counts on the day it was taken down', async () => {
    await order({ at: '2026-03-28T21:59:59Z', ended: '2026-03-29T10:00:00Z' })
    await order({ at: '2026-03-28T22:00:00Z' })
    await order({ at: '2026-03-29T20:59:59Z' })
    await order({ at: '2026-03-29T21:00:00Z' })
    const byDay = await report(readDispatchersReport, { group: 'day', date_from: '2026-03-28', date_to: '2026-03-31' })
    expect(byDay.rows.map(({ label, orders }) => [label, orders])).toEqual([
      ['28.03.2026', 1],
      ['29.03.2026', 2],
      ['30.03.2026', 1],
      ['31.03.2026', 0],
    ])
    const byMonth = await report(readDispatchersReport, { group: 'month', date_from: '2026-02-15' })
    expect(byMonth.rows.map(({ label, orders }) => [label, orders])).toEqual([
      ['02.2026', 0],
      ['03.2026', 4],
    ])
    // A moment stands for its day in Bucharest.
    const asked = { date_from: '2026-03-28 22:30:00', date_to: '2026-03-29 20:00:00' }
    expect((await report(readDispatchersReport, asked)).totals.orders).toBe(2)
  })

  test('an order that is deleted, brought back or given another cost moves its sums, folded or not', async () => {
    const id = await order({ at: '2026-03-10T10:00:00Z' })
    const cost = async () => figures((await report(readDispatchersReport)).totals, 'orders', 'cost')
    await Promise.all([foldSums(server.db), foldSums(server.db)])
    expect(await cost()).toEqual([1, 25])
    await server.db.updateTable('orders').set({ cost_bani: 3_000 }).where('id', '=', id).execute()
    expect(await cost()).toEqual([1, 30])
    await server.db.updateTable('orders').set({ deleted_at: server.clock.now() }).where('id', '=', id).execute()
    expect(await cost()).toEqual([0, 0])
    await foldSums(server.db)
    await server.db.updateTable('orders').set({ deleted_at: null }).where('id', '=', id).execute()
    expect(await cost()).toEqual([1, 30])
    await isTrue()
    await sql`update order_sums set orders = orders + 1 where company_id = ${companyId} and side = 'driven'`.execute(
      server.db,
    )
    const broken = await checkInvariants(server.db, server.clock.now())
    expect(broken.some(({ rule }) => rule.startsWith('the sums of reports'))).toBe(true)
    await sql`update order_sums set orders = orders - 1 where company_id = ${companyId} and side = 'driven'`.execute(
      server.db,
    )
  })
})

describe('drivers, cancellations, protocol companies', () => {
  test('a trip counts for its driver on the day it ended', async () => {
    await order({ at: '2026-03-10T21:50:00Z', ended: '2026-03-10T22:10:00Z', costBani: 4_000 })
    const byDay = await report(readDriversReport, { group: 'day' })
    expect(byDay.rows.filter(({ finished }) => finished).map(({ label }) => label)).toEqual(['11.03.2026'])
    const { rows } = await report(readDriversReport)
    expect(rows[0]?.label).toContain(driver.indicativ)
    expect(figures(rows[0], 'finished', 'cost', 'cash', 'busy_hours', 'days')).toEqual([1, 40, 40, 0.3, 1])
  })

  test('cancellations by reason and by dispatcher, with their part of all orders', async () => {
    await order({ at: '2026-03-10T10:00:00Z' })
    await order({ at: '2026-03-10T10:00:00Z', state: 'canceled' })
    await order({ at: '2026-03-10T11:00:00Z', state: 'canceled', reason: 'no_drivers_found' })
    await order({ at: '2026-03-10T12:00:00Z', state: 'canceled', reason: 'no_drivers_found' })
    const byReason = await report(readCancellationsReport)
    expect(byReason.rows.map((row) => figures(row, 'label', 'canceled', 'share'))).toEqual([
      ['Niciun șofer găsit', 2, 66.7],
      ['Anulată de client', 1, 33.3],
    ])
    const byDispatcher = await report(readCancellationsReport, { group: 'dispatcher' })
    expect(figures(byDispatcher.rows[0], 'orders', 'canceled_percent', 'no_drivers_found')).toEqual([4, 75, 2])
  })

  test('a protocol company’s orders and what their drivers get', async () => {
    const { userId } = await aUser(server, { roles: ['company'], companyIds: [companyId], name: 'Hotel Aro' })
    await order({ at: '2026-03-10T10:00:00Z', protocolUserId: userId, costBani: 5_000 })
    await order({ at: '2026-03-10T10:00:00Z' })
    const { rows, totals } = await report(readProtocolReport)
    expect(rows.map((row) => figures(row, 'label', 'finished', 'cost'))).toEqual([['Hotel Aro', 1, 50]])
    expect(totals.cost).toBe(50)
  })
})

describe('searches and fairness', () => {
  async function search(at: string, seconds: number, fates: readonly string[], who = driver) {
    const started = new Date(at)
    const ended = new Date(started.getTime() + seconds * 1000)
    const orderId = await order({ at, state: 'created' })
    const isFound = fates.includes('accepted')
    await server.db.transaction().execute(async (tx) => {
      const walk = await tx
        .insertInto('search_walks')
        .values({
          order_id: orderId,
          walk_no: 1,
          steps: JSON.stringify([]) as never,
          status: isFound ? 'accepted' : 'exhausted',
          started_at: started,
          ended_at: ended,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const [index, fate] of fates.entries()) {
        await sql`
          with round as (
            insert into search_rounds (walk_id, order_id, no, step, started_at, ends_at, look_again_at, outcome, closed_at)
            values (${walk.id}, ${orderId}, ${index + 1}, '{}', ${started}, ${ended}, ${ended}, 'expired', ${ended}) returning id
          )
          insert into search_offers (round_id, order_id, driver_id, rank, metres, notified_at, expires_at, fate, closed_at)
          select id, ${orderId}, ${who.driverId}, 1, 1500, ${started}, ${ended}, ${fate}, ${ended} from round
        `.execute(tx)
      }
    })
    return orderId
  }

  test('how many were found, how fast, after how many rounds and offers; medians are exact', async () => {
    await search('2026-03-10T10:00:00Z', 20, ['accepted'])
    await search('2026-03-10T10:10:00Z', 40, ['refused', 'accepted'])
    await search('2026-03-10T10:20:00Z', 100, ['seen_no_answer', 'accepted'])
    await search('2026-03-10T12:00:00Z', 300, ['refused'])
    const { rows, totals } = await report(readSearchReport, { group: 'hour' })
    expect(rows.length).toBe(24)
    const keys = ['searches', 'found', 'found_percent', 'nobody', 'p50_seconds', 'p90_seconds', 'in_1_min_percent']
    expect(figures(totals, ...keys)).toEqual([4, 3, 75, 1, 40, 100, 66.7])
    expect(figures(totals, 'rounds', 'offers', 'refusals', 'pickup_km')).toEqual([1.5, 1.5, 0.8, 1.5])
    // 10:00 UTC in winter is noon in Bucharest.
    expect(figures(rows[12], 'label', 'searches', 'p50_seconds')).toEqual(['12:00–12:59', 3, 40])
    await isTrue()
  })

  test('each driver’s offers and earnings for his hours, his part and his place; hours end at midnight', async () => {
    const idle = await aDriver(server, { companyId })
    const shift = (who: ADriver, from: string, to: string) =>
      server.db
        .insertInto('driver_shifts')
        .values({ driver_id: who.driverId, car_id: who.carId, started_at: new Date(from), stopped_at: new Date(to) })
        .execute()
    await shift(driver, '2026-03-10T16:00:00Z', '2026-03-10T23:00:00Z')
    await shift(idle, '2026-03-10T20:00:00Z', '2026-03-10T22:00:00Z')
    await search('2026-03-10T17:00:00Z', 20, ['accepted'])
    await search('2026-03-10T18:00:00Z', 20, ['refused'])
    await search('2026-03-10T20:30:00Z', 20, ['seen_no_answer'], idle)
    await order({ at: '2026-03-10T17:00:00Z', ended: '2026-03-10T18:01:30Z', costBani: 12_000 })
    const { rows, totals } = await report(readFairnessReport, { date_from: '2026-03-10', date_to: '2026-03-10' })
    const keys = ['id', 'place', 'hours', 'offers', 'accepted_percent', 'earnings_per_hour', 'pickup_km', 'trips']
    expect(figures(rows[0], ...keys)).toEqual([String(driver.driverId), 1, 6, 2, 50, 20, 1.5, 1])
    expect(figures(rows[1], ...keys)).toEqual([String(idle.driverId), 2, 2, 1, 0, 0, null, 0])
    // Three offers in eight hours: his six would give 2.25.
    expect(rows[0]?.share).toBe(0.89)
    expect(rows[0]?.idle_percent).toBe(83.3)
    expect(figures(totals, 'place', 'hours', 'offers', 'share')).toEqual([null, 8, 3, 1])
  })

  test('an offer that is given back or gone moves its driver’s sums', async () => {
    const orderId = await search('2026-03-10T17:00:00Z', 20, ['accepted'])
    const own = async () => figures((await report(readFairnessReport)).rows[0], 'offers', 'accepted', 'returned')
    await foldSums(server.db)
    await sql`update search_offers set fate = 'accepted_then_returned' where order_id = ${orderId}`.execute(server.db)
    expect(await own()).toEqual([1, 1, 1])
    await sql`delete from search_offers where order_id = ${orderId}`.execute(server.db)
    await foldSums(server.db)
    expect((await report(readFairnessReport)).totals.offers).toBe(0)
    await isTrue()
  })
})

describe('who may and what is asked', () => {
  test('another company’s orders are in no report; an admin adds up everybody’s or one company’s', async () => {
    await order({ at: '2026-03-10T10:00:00Z' })
    const other = (await aCompany(server)).companyId
    const stranger = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [other] })).email)
    expect((await report(readDispatchersReport, {}, stranger)).rows).toEqual([])
    const admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
    expect((await report(readDispatchersReport, { company_id: String(companyId) }, admin)).totals.orders).toBe(1)
    const byCompany = await report(readDispatchersReport, { group: 'company' }, admin)
    expect(byCompany.rows.find(({ id }) => id === String(companyId))?.orders).toBe(1)
  })

  test.each([
    [{ date_from: '2026-03-31', date_to: '2026-03-01' }, 'date_to'],
    [{ date_from: '2025-03-30', date_to: '2026-03-31' }, 'date_to'],
    [{ date_from: '2026-02-30', date_to: '2026-03-01' }, 'date_from'],
    [{ group: 'account' }, 'group'],
  ])('%o is refused', async (query, field) => {
    const asked = { query: { ...PERIOD, ...query } } as Ask
    const { status, body } = await server.call(readDispatchersReport, asked, manager)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  })

  test('a whole year with a leap day is not too long, and a file has its heads and its rows', async () => {
    await order({ at: '2026-03-10T10:00:00Z' })
    const url = '/api/reports/dispatchers?date_from=2025-03-31&date_to=2026-03-31&format=csv'
    const file = await server.inject({ method: 'GET', url, headers: { authorization: `Bearer ${manager}` } })
    expect([file.statusCode, file.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="raport_dispeceri_2025-03-31_2026-03-31.csv"',
    ])
    const [head = '', first = ''] = file.body.split('\r\n')
    expect(head).toContain('Dispecer;Comenzi;Finalizate')
    expect(first.split(';').slice(1, 3)).toEqual(['1', '1'])
  })
})
