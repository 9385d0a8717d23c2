import * as driverContract from '@dispecerat/contract/dispatch/driver'
import * as lists from '@dispecerat/contract/orders/order-lists'
import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import * as contract from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { comparePlaces, listPlace, writePlace } from '@dispecerat/domain/orders/list-place'
import type { OrderListName } from '@dispecerat/domain/orders/order'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDriver, TOWN_SQUARE } from '../../testing/builders.ts'
import { aPhone, createFixture, type Fixture, SQUARE, STATION } from '../testing/order-fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture({ at: '2026-03-01T10:00:00Z' })
})
afterAll(() => fixture.server.stop())

async function list(kind: OrderListName, query: { offset?: number; search?: string; after?: string } = {}) {
  const input = { params: { kind }, query: { ...query, view: 'row' as const } }
  const { data, meta } = (await fixture.server.request(lists.readOrderList, input, fixture.dispatcher)).reply
  return { data: data.filter(lists.isOrderRow), meta }
}

async function finish(id: number) {
  const { server, companyId } = fixture
  const driver = await aDriver(server, { companyId, at: TOWN_SQUARE })
  const token = await server.logIn(driver.email)
  await fixture.assign(asId<OrderId>(id), driver)
  await server.request(driverContract.startTrip, { params: { id } }, token)
  await server.request(driverContract.finishTrip, { params: { id }, body: { cost: 10 } }, token)
  return driver
}

describe("dispatchers' lists", () => {
  test("an order is in the list of its state, and the counts equal the lists' totals", async () => {
    const { server } = fixture
    const waiting = await fixture.place()
    const later = await fixture.place({ departure_time: '2026-03-01 15:00:00' })
    const canceled = await fixture.place()
    await server.request(contract.cancelOrder, { params: { id: canceled.id } }, fixture.dispatcher)
    const finished = await fixture.place()
    const driver = await finish(finished.id)
    const draft = await fixture.place({ draft: true })
    const onCall = await fixture.place()
    await server.db
      .insertInto('calls')
      .values({
        company_id: fixture.companyId,
        phone: aPhone(),
        state: 'started',
        order_id: asId<OrderId>(onCall.id),
        rang_at: server.clock.now(),
        started_at: server.clock.now(),
      })
      .execute()

    const ids = async (kind: OrderListName) => (await list(kind)).data.map(({ id }) => id)
    expect(await ids('live')).toEqual([waiting.id, onCall.id, later.id])
    expect(await ids('finished')).toEqual([finished.id])
    expect(await ids('canceled')).toEqual([canceled.id])
    expect(await ids('in-call')).toEqual([onCall.id])
    expect((await server.request(lists.readOrderCounts, {}, fixture.dispatcher)).reply).toEqual({
      inCallOrdersCount: 1,
      liveOrdersCount: 3,
      finishedOrdersCount: 1,
      canceledOrdersCount: 1,
    })
    const rows = (await list('live')).data
    expect(rows[1]).toMatchObject({ lists: ['in-call', 'live'], call: { state: 'started' } })
    expect(rows[0]).toMatchObject({ place_names: [SQUARE.name, STATION.name], lists: ['live'], call: null })
    expect((await list('finished')).data[0]).toMatchObject({ car_indicativ: driver.indicativ, lists: ['finished'] })
    expect(await ids('live')).not.toContain(draft.id)
    expect(
      (await server.request(lists.readOrderList, { params: { kind: 'altele' as 'live' } }, fixture.dispatcher)).status,
    ).toBe(404)
  })

  test('lists return orders as GET /api/orders/{id} does, in the same pages and order as their rows', async () => {
    const { server } = fixture
    for (const kind of ['in-call', 'live', 'finished', 'canceled'] as const) {
      const { reply } = await server.request(lists.readOrderList, { params: { kind } }, fixture.dispatcher)
      const rows = await list(kind)
      expect([reply.meta, reply.data.map(({ id }) => id)]).toEqual([rows.meta, rows.data.map(({ id }) => id)])
      expect(reply.data.length).toBeGreaterThan(0)
      for (const order of reply.data) expect(order).toEqual(await fixture.read(asId<OrderId>(order.id)))
    }
    const { reply } = await server.request(lists.readOrderList, { params: { kind: 'finished' } }, fixture.dispatcher)
    expect(reply.data[0]).toMatchObject({
      places: [{ name: SQUARE.name }, { name: STATION.name }],
      driver: { default_car: { indicativ: expect.any(String) } },
      client: { phone: expect.any(String) },
      cost: expect.any(Number),
    })
  })

  test("closed orders leave after the company's hours, and the count follows", async () => {
    const { server } = fixture
    await server.db
      .updateTable('company_settings')
      .set({ operator_list_hours: 2 })
      .where('company_id', '=', fixture.companyId)
      .execute()
    const before = (await list('canceled')).meta.total
    const { id } = await fixture.place()
    await server.request(contract.cancelOrder, { params: { id } }, fixture.dispatcher)
    server.pass(2 * 3600 - 1)
    expect((await list('canceled')).data.map((row) => row.id)).toContain(id)
    server.pass(1)
    expect((await list('canceled')).meta.total).toBe(0)
    const { reply } = await server.request(lists.readOrderCounts, {}, fixture.dispatcher)
    expect(reply.canceledOrdersCount).toBe(0)
    expect(before).toBeGreaterThan(0)
  })

  test('found without diacritics in addresses, call sign and phone; typed wildcards are literal', async () => {
    const { id } = await fixture.place({
      client_phone: '0766 555 444',
      places: [
        { ...SQUARE, name: 'Strada Țepeș Vodă 5' },
        { ...STATION, name: 'Șosea 100%' },
      ],
    })
    const found = async (search: string) => (await list('live', { search })).data.map((row) => row.id)
    for (const search of ['tepes voda', 'ȚEPEȘ', 'sosea strada', '0766555444', '100%']) {
      expect({ search, ids: await found(search) }).toEqual({ search, ids: [id] })
    }
    for (const search of ['tepes gara', '10_%', '%']) {
      if (search !== '%') expect(await found(search)).toEqual([])
    }
    expect((await list('live', { search: 'tepes' })).meta.total).toBe(1)
  })

  test('a page of sixty, then the rest', async () => {
    for (let n = 0; n < 62; n++) await fixture.place()
    const first = await list('live')
    const rest = await list('live', { offset: first.data.length })
    expect(first.data).toHaveLength(60)
    expect(first.data.length + rest.data.length).toBe(first.meta.total)
    expect(new Set([...first.data, ...rest.data].map(({ id }) => id)).size).toBe(first.meta.total)
  })
})

describe('order of the lists', () => {
  test('alerts first, then the earliest departure; a page after a cursor misses and repeats nothing', async () => {
    const { server } = fixture
    const { id: alert } = await fixture.place({ departure_time: '2026-03-01 23:00:00' })
    await server.db
      .updateTable('orders')
      .set({ state: 'pending', in_pending_queue: true })
      .where('id', '=', asId<OrderId>(alert))
      .execute()
    const whole = [...(await list('live')).data, ...(await list('live', { offset: 60 })).data]
    expect(whole[0]?.id).toBe(alert)
    const sorted = [...whole].sort((a, b) => comparePlaces('live', listPlace('live', a), listPlace('live', b)))
    expect(whole.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))

    const first = await list('live')
    // Removes the top row between the two pages, which shifts every offset.
    await server.db
      .updateTable('orders')
      .set({ deleted_at: server.clock.now() })
      .where('id', '=', asId<OrderId>(alert))
      .execute()
    const rest = await list('live', { after: String(first.meta.next) })
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
    expect(rest.meta.next).toBeNull()
  })

  test.each(['in-call', 'finished', 'canceled'] as const)(
    '%s: every page begins where the last one ended',
    async (kind) => {
      const { data } = await list(kind)
      for (const row of data) {
        const { data: rest } = await list(kind, { after: writePlace(listPlace(kind, row)) })
        expect(rest.map(({ id }) => id)).toEqual(data.slice(data.indexOf(row) + 1).map(({ id }) => id))
      }
      const { status } = await fixture.server.request(
        lists.readOrderList,
        { params: { kind }, query: { after: "1.1.1' or 1" } },
        fixture.dispatcher,
      )
      expect(status).toBe(422)
    },
  )
})

describe('the list of all orders', () => {
  test('filters by both documented names, newest first; two names that disagree are refused', async () => {
    const { server } = fixture
    const all = async (query: Record<string, string | number | string[]>) =>
      (await server.request(contract.listOrders, { query: { ...query, per_page: 100 } as never }, fixture.dispatcher))
        .reply
    const canceled = await all({ state: 'canceled' })
    expect(canceled.data.length).toBeGreaterThan(0)
    expect(canceled.data.every(({ state }) => state === 'canceled')).toBe(true)
    expect((await all({ states: ['canceled', 'finished'] })).meta.total).toBe(canceled.meta.total + 1)
    const finished = (await all({ state: 'finished' })).data[0]
    expect((await all({ driver: Number(finished?.driver_id) })).data.map(({ id }) => id)).toEqual([finished?.id])
    expect((await all({ driver_or_client_id: Number(finished?.client_id) })).meta.total).toBe(1)
    expect((await all({ dispatcher_id: fixture.dispatcherId, search: 'tepes' })).meta.total).toBe(1)
    expect((await all({ date_to: '2026-02-28 00:00:00' })).meta.total).toBe(0)
    expect((await all({ payment_method: 'card' })).meta.total).toBe(0)
    const conflict = { driver_id: 1, driver: 2 }
    expect(await server.request(contract.listOrders, { query: conflict }, fixture.dispatcher)).toMatchObject({
      status: 422,
      body: { errors: { driver_id: ['Filtre contradictorii'] } },
    })
    const report = await server.request(lists.listOrdersForReport, { query: { per_page: 7 } }, fixture.dispatcher)
    expect(report.reply.data).toHaveLength(7)
    expect(report.reply.data.every(({ state }) => state !== 'new')).toBe(true)
  })
})

describe('a second console', () => {
  test('gets each change with the current row, and the counts a moment later', async () => {
    const { server } = fixture
    const socket = await server.socket(fixture.colleague)
    const order = await fixture.place()
    // Earlier events may still arrive at a socket that has just connected.
    const isMine = ({ order_id }: Record<string, unknown>) => order_id === order.id
    const placed = await socket.waitForEvent<{ order: OrderRow }>(
      'live_orders_updated',
      ({ order: row }) => row?.id === order.id,
    )
    expect(placed.data).toMatchObject({
      type: 'live',
      order: { state: 'created', lists: ['live'], phone: order.phone },
    })
    const { reply } = await server.request(lists.readOrderCounts, {}, fixture.dispatcher)
    const isNow = ({ liveOrdersCount }: Record<string, number>) => liveOrdersCount === reply.liveOrdersCount
    const counts = await socket.waitForEvent<Record<string, number>>('order_counts', isNow)
    expect(counts.data).toEqual({ company_id: fixture.companyId, ...reply })

    await server.request(
      contract.cancelOrder,
      { params: { id: order.id }, body: { reason_text: 'greșeală' } },
      fixture.dispatcher,
    )
    const canceled = await socket.waitForEvent('order_canceled', isMine)
    expect(canceled.data).toEqual({
      order_id: order.id,
      cancellation_reason_type: 'dispatcher_canceled',
      cancellation_reason_text: 'greșeală',
      cancelled_by: 'dispatcher',
      dispatcher_id: fixture.dispatcherId,
    })
    await server.request(contract.deleteOrder, { params: { id: order.id } }, fixture.dispatcher)
    await socket.waitForEvent('remove_live_order', isMine)
    const gone = await socket.waitForEvent<{ order: OrderRow | null; order_id: OrderId }>(
      'live_orders_updated',
      (data) => data.order_id === order.id && data.order === null,
    )
    expect(gone.data.order).toBeNull()
  })

  test('the event log contains no phone, name or reason', async () => {
    const { db } = fixture.server
    const { id, client_phone } = await fixture.place({ name: 'Numele Secret' })
    await fixture.server.request(
      contract.cancelOrder,
      { params: { id }, body: { reason_text: 'Motiv Secret' } },
      fixture.dispatcher,
    )
    const events = await db.selectFrom('event_log').select('data').execute()
    const text = JSON.stringify(events)
    expect(text).toContain(`"order_id":${id}`)
    for (const secret of [client_phone ?? '', 'Secret', SQUARE.name]) expect(text).not.toContain(secret)
  })
})
