import { readOrdersByDay } from '@dispecerat/contract/orders/statistics'
import { asId, type CompanyId, type DriverId, type OrderId } from '@dispecerat/domain/kernel/ids'
import type { ChartRange } from '@dispecerat/domain/orders/chart-range'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants/check-invariants.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, anOrder, aUser } from '../../testing/builders.ts'
import { foldOrderDays } from './order-days.store.ts'

let server: TestServer
let mine: CompanyId
let theirs: CompanyId
let dispatcher: string
let driverId: DriverId

beforeAll(async () => {
  server = await aServer()
})
beforeEach(async () => {
  server.clock.set('2026-03-31T09:00:00Z')
  mine = (await aCompany(server)).companyId
  theirs = (await aCompany(server)).companyId
  dispatcher = await server.logIn((await aDispatcher(server, { companyId: mine })).email)
  driverId = (await aDriver(server, { companyId: mine })).driverId
})
afterAll(() => server.stop())

async function placed(at: string | null, companyId = mine): Promise<OrderId> {
  const { orderId } = await anOrder(server, { companyId: asId<CompanyId>(companyId), state: 'new' })
  await server.db
    .updateTable('orders')
    .set({ placed_at: at === null ? null : new Date(at) })
    .where('id', '=', orderId)
    .execute()
  return orderId
}

async function finish(orderId: OrderId, at: string) {
  const trip_finished_at = new Date(at)
  await server.db
    .updateTable('orders')
    .set({ state: 'finished', driver_id: driverId, trip_finished_at })
    .where('id', '=', orderId)
    .execute()
}

async function cancel(orderId: OrderId, at: string) {
  await server.db
    .updateTable('orders')
    .set({ state: 'canceled', cancellation_reason_type: 'client_canceled', canceled_at: new Date(at) })
    .where('id', '=', orderId)
    .execute()
}

async function chart(range: ChartRange, token = dispatcher) {
  return (await server.request(readOrdersByDay, { query: { range } }, token)).reply.data
}

/** Days with orders: 'day placed/finished/canceled'. */
async function busyDays(range: ChartRange = 'all', token = dispatcher): Promise<string[]> {
  return (await chart(range, token))
    .filter(({ orders, finished, canceled }) => orders + finished + canceled > 0)
    .map(({ day, orders, finished, canceled }) => `${day} ${orders}/${finished}/${canceled}`)
}

/** Checks the invariant that the summary equals a recount of the orders for every company. */
async function isTrue() {
  const broken = await checkInvariants(server.db, server.clock.now())
  expect(broken.filter(({ rule }) => rule.startsWith('the summary of each day'))).toEqual([])
}

async function rowsToFold(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from order_day_changes`.execute(server.db)
  return rows[0]?.n ?? 0
}

describe('days of the chart', () => {
  test('an order counts on the day it was placed and on the day it ended', async () => {
    await finish(await placed('2026-03-29T10:00:00Z'), '2026-03-30T08:00:00Z')
    await cancel(await placed('2026-03-30T10:00:00Z'), '2026-03-30T11:00:00Z')
    await placed(null)
    expect(await busyDays()).toEqual(['2026-03-29 1/0/0', '2026-03-30 1/1/1'])
    await isTrue()
  })

  test('a discarded draft was never placed and counts as no canceled order', async () => {
    await cancel(await placed(null), '2026-03-30T11:00:00Z')
    expect(await busyDays()).toEqual([])
  })

  test.each([
    // The day the clocks go forward has 23 hours: 22:00 UTC the day before to 21:00 UTC.
    ['2026-03-28T21:59:59Z', '2026-03-28'],
    ['2026-03-28T22:00:00Z', '2026-03-29'],
    ['2026-03-29T20:59:59Z', '2026-03-29'],
    ['2026-03-29T21:00:00Z', '2026-03-30'],
    // The day they go back has 25.
    ['2025-10-25T20:59:59Z', '2025-10-25'],
    ['2025-10-25T21:00:00Z', '2025-10-26'],
    ['2025-10-26T21:59:59Z', '2025-10-26'],
    ['2025-10-26T22:00:00Z', '2025-10-27'],
  ])('an order of %s belongs to %s', async (at, day) => {
    await placed(at)
    expect(await busyDays()).toEqual([`${day} 1/0/0`])
  })

  test('every range ends today and shows days without orders as zeros', async () => {
    await placed('2024-06-01T10:00:00Z')
    for (const [range, first, length] of [
      ['1m', '2026-02-28', 32],
      ['6m', '2025-09-30', 183],
      ['1y', '2025-03-31', 366],
      ['ytd', '2026-01-01', 90],
      ['all', '2024-06-01', 669],
    ] as const) {
      const days = await chart(range)
      expect([range, days[0]?.day, days.at(-1)?.day, days.length]).toEqual([range, first, '2026-03-31', length])
    }
  })

  test('a company without orders gets today only; an unknown range is refused', async () => {
    expect(await chart('all')).toEqual([{ day: '2026-03-31', orders: 0, finished: 0, canceled: 0 }])
    const refused = await server.request(readOrdersByDay, { query: { range: '2d' as ChartRange } }, dispatcher)
    expect([refused.status, refused.body.errors]).toEqual([422, { range: ['Interval necunoscut'] }])
  })

  test("another company's orders are not included; an admin sees those of all companies", async () => {
    await placed('2026-03-30T10:00:00Z', theirs)
    await placed('2026-03-30T10:00:00Z')
    expect(await busyDays()).toEqual(['2026-03-30 1/0/0'])
    const admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
    const all = (await chart('1m', admin)).find(({ day }) => day === '2026-03-30')
    expect(all?.orders).toBeGreaterThanOrEqual(2)
  })
})

describe('the summary of days', () => {
  test('follows an order through all changes: retried, deleted, restored, removed', async () => {
    const id = await placed('2026-03-30T10:00:00Z')
    const set = (changes: { state?: 'created'; canceled_at?: null; deleted_at?: Date | null }) =>
      server.db
        .updateTable('orders')
        .set({ ...changes, ...(changes.state ? { cancellation_reason_type: null } : {}) })
        .where('id', '=', id)
        .execute()
    await cancel(id, '2026-03-30T11:00:00Z')
    expect(await busyDays()).toEqual(['2026-03-30 1/0/1'])
    await set({ state: 'created', canceled_at: null })
    expect(await busyDays()).toEqual(['2026-03-30 1/0/0'])
    await set({ deleted_at: server.clock.now() })
    expect(await busyDays()).toEqual([])
    await set({ deleted_at: null })
    expect(await busyDays()).toEqual(['2026-03-30 1/0/0'])
    await isTrue()
    await sql`delete from orders where id = ${id}`.execute(server.db)
    expect(await busyDays()).toEqual([])
    await isTrue()
  })

  test('is the same before and after folding, and every change is folded once', async () => {
    for (const hour of ['08', '09', '10']) await placed(`2026-03-30T${hour}:00:00Z`)
    await cancel(await placed('2026-03-29T10:00:00Z'), '2026-03-30T11:00:00Z')
    const before = await busyDays()
    expect(before).toEqual(['2026-03-29 1/0/0', '2026-03-30 3/0/1'])
    expect(await rowsToFold()).toBeGreaterThan(0)

    await Promise.all([foldOrderDays(server.db), foldOrderDays(server.db), foldOrderDays(server.db)])
    expect(await rowsToFold()).toBe(0)
    expect(await busyDays()).toEqual(before)
    await foldOrderDays(server.db)
    expect(await busyDays()).toEqual(before)

    await placed('2026-03-30T12:00:00Z')
    expect(await busyDays()).toEqual(['2026-03-29 1/0/0', '2026-03-30 4/0/1'])
    await foldOrderDays(server.db)
    expect(await busyDays()).toEqual(['2026-03-29 1/0/0', '2026-03-30 4/0/1'])
    await isTrue()
  })

  test('loses nothing placed during folding', async () => {
    const placing = Array.from({ length: 30 }, (_, minute) =>
      placed(`2026-03-30T10:${String(minute).padStart(2, '0')}:00Z`),
    )
    const folding = (async () => {
      for (let round = 0; round < 10; round++) await foldOrderDays(server.db)
    })()
    await Promise.all([...placing, folding])
    expect(await busyDays()).toEqual(['2026-03-30 30/0/0'])
    await isTrue()
  })

  test('a change that moves no day writes nothing', async () => {
    const id = await placed('2026-03-30T10:00:00Z')
    await foldOrderDays(server.db)
    await server.db.updateTable('orders').set({ name: 'Ana', version: 2 }).where('id', '=', id).execute()
    expect(await rowsToFold()).toBe(0)
  })

  test('a wrong row is found by the check', async () => {
    await placed('2026-03-30T10:00:00Z')
    await foldOrderDays(server.db)
    await sql`update order_days set placed = placed + 1 where company_id = ${mine}`.execute(server.db)
    const broken = await checkInvariants(server.db, server.clock.now())
    expect(broken.find(({ rule }) => rule.startsWith('the summary of each day'))?.ids).toEqual([mine])
    await sql`update order_days set placed = placed - 1 where company_id = ${mine}`.execute(server.db)
  })
})
