import * as driverContract from '@dispecerat/contract/dispatch/driver'
import type { Endpoint, RequestInput } from '@dispecerat/contract/kernel/endpoint'
import * as lists from '@dispecerat/contract/orders/order-lists'
import { searchOrders } from '@dispecerat/contract/orders/order-search'
import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import * as contract from '@dispecerat/contract/orders/orders'
import { listRatings, rateOrder } from '@dispecerat/contract/orders/ratings'
import { asId, type CompanyId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCompany, aDispatcher, aDriver, TOWN_SQUARE } from '../../testing/builders.ts'
import type { SocketClient } from '../../testing/socket-client.ts'
import { createFixture, type Fixture, SQUARE, STATION } from '../testing/order-fixture.ts'

let fixture: Fixture
let partnerId: CompanyId
let partner: string
let bystander: string

beforeAll(async () => {
  fixture = await createFixture()
  const { server, companyId } = fixture
  const company = await aCompany(server)
  partnerId = company.companyId
  await server.db
    .insertInto('company_partners')
    .values({ company_id: companyId, partner_company_id: partnerId, accepted_at: server.clock.now() })
    .execute()
  partner = await server.logIn((await aDispatcher(server, company)).email)
  bystander = fixture.rival
})
afterAll(() => fixture.server.stop())

/** An order offered to the partner's drivers. */
function shared(name = 'Ana Secret') {
  return fixture.place({ name, search_company_ids: [fixture.companyId, partnerId], places: [SQUARE, STATION] })
}

async function liveOf(token: string, search?: string): Promise<OrderRow[]> {
  const query = { view: 'row' as const, ...(search === undefined ? {} : { search }) }
  const { reply } = await fixture.server.request(lists.readOrderList, { params: { kind: 'live' }, query }, token)
  return reply.data.filter(lists.isOrderRow)
}

async function receivedRow(socket: SocketClient, orderId: OrderId, isThere: boolean): Promise<OrderRow | null> {
  const frame = await socket.waitForEvent<{ order_id: OrderId; order: OrderRow | null }>(
    'live_orders_updated',
    ({ order_id, order }) => order_id === orderId && (order !== null) === isThere,
  )
  return frame.data.order
}

describe('an order that is offered to partners', () => {
  test("is in the partner's list with its pickup, without phone, name and destination; others see nothing", async () => {
    const order = await shared()
    const row = (await liveOf(partner)).find(({ id }) => id === order.id)
    expect(row).toMatchObject({ state: 'created', address: SQUARE.name, place_names: [SQUARE.name] })
    expect(row).toMatchObject({ phone: null, name: null, dispatcher_id: null, call: null })
    expect((await liveOf(bystander)).map(({ id }) => id)).not.toContain(order.id)
    const counts = await fixture.server.request(lists.readOrderCounts, {}, partner)
    expect(counts.reply.liveOrdersCount).toBe((await liveOf(partner)).length)
    const { reply } = await fixture.server.request(contract.readOrder, { params: { id: order.id } }, partner)
    expect(reply.data).toMatchObject({ client_phone: null, phone: null, name: null })
    expect(reply.data.places).toHaveLength(1)
  })

  test("is the same in the partner's list of whole orders as when the partner reads it", async () => {
    const { server } = fixture
    const order = await shared()
    const { reply } = await server.request(lists.readOrderList, { params: { kind: 'live' } }, partner)
    const read = await server.request(contract.readOrder, { params: { id: order.id } }, partner)
    expect(reply.data.find(({ id }) => id === order.id)).toEqual(read.reply.data)
    expect(read.reply.data).toMatchObject({ phone: null, client: null, places: [{ name: SQUARE.name }] })
  })

  test('is not found by the phone, the name or the destination it hides', async () => {
    const order = await shared('Zamfira Ascunsa')
    const { server } = fixture
    for (const search of ['Zamfira', order.phone ?? '', STATION.name]) {
      expect(
        (await liveOf(partner, search)).map(({ id }) => id),
        search,
      ).not.toContain(order.id)
      const list = await server.request(contract.listOrders, { query: { search } }, partner)
      expect(
        list.reply.data.map(({ id }) => id),
        search,
      ).not.toContain(order.id)
    }
    const byPhone = { by: 'phone' as const, term: order.phone ?? '' }
    expect((await server.request(searchOrders, { body: byPhone }, partner)).reply.data).toEqual([])
    expect((await server.request(searchOrders, { body: byPhone }, fixture.dispatcher)).reply.data).toHaveLength(1)
    expect((await liveOf(partner, 'piata sfatului')).map(({ id }) => id)).toContain(order.id)
    const named = await server.request(contract.listOrders, { query: { search: 'piata sfatului' } }, partner)
    expect(named.reply.data.map(({ id }) => id)).toContain(order.id)
    const ofDispatcher = { query: { dispatcher_id: fixture.dispatcherId } }
    expect((await server.request(contract.listOrders, ofDispatcher, partner)).reply.data).toEqual([])
  })

  test("appears on the partner's screen when placed and disappears when another company has it", async () => {
    const { server } = fixture
    const [theirs, unknowns] = [await server.socket(partner), await server.socket(bystander)]
    const order = await shared()
    const line = await receivedRow(theirs, asId<OrderId>(order.id), true)
    expect(line).toMatchObject({ address: SQUARE.name, phone: null, name: null, place_names: [SQUARE.name] })
    await fixture.assign(
      asId<OrderId>(order.id),
      await aDriver(server, { companyId: fixture.companyId, at: TOWN_SQUARE }),
    )
    expect(await receivedRow(theirs, asId<OrderId>(order.id), false)).toBeNull()
    expect((await liveOf(partner)).map(({ id }) => id)).not.toContain(order.id)
    await unknowns.caughtUp()
    expect(unknowns.frames.some(({ data }) => (data as { order_id?: OrderId }).order_id === order.id)).toBe(false)
  })

  test("shows its phone once the partner's own driver has it", async () => {
    const { server } = fixture
    const order = await shared()
    const driver = await aDriver(server, { companyId: partnerId, at: TOWN_SQUARE })
    await fixture.assign(asId<OrderId>(order.id), driver)
    await server.db
      .updateTable('orders')
      .set({ processed_by_company_id: partnerId })
      .where('id', '=', asId<OrderId>(order.id))
      .execute()
    const row = (await liveOf(partner)).find(({ id }) => id === order.id)
    expect(row).toMatchObject({ state: 'assigned', phone: order.phone, place_names: [SQUARE.name, STATION.name] })
    const token = await server.logIn(driver.email)
    await server.request(driverContract.startTrip, { params: { id: order.id } }, token)
    await server.request(driverContract.finishTrip, { params: { id: order.id }, body: { cost: 10 } }, token)
    const list = await server.request(contract.listOrders, { query: { driver_id: driver.driverId } }, partner)
    expect(list.reply.data.map(({ id }) => id)).toEqual([order.id])
  })

  test('is not found by the client or the dispatcher hidden from the driving partner, nor does its rating name the dispatcher', async () => {
    const { server } = fixture
    const order = await shared()
    const driver = await aDriver(server, { companyId: partnerId, at: TOWN_SQUARE })
    await fixture.assign(asId<OrderId>(order.id), driver)
    const driven = { processed_by_company_id: partnerId, trip_state: 'started' as const }
    await server.db.updateTable('orders').set(driven).where('id', '=', asId<OrderId>(order.id)).execute()
    const token = await server.logIn(driver.email)
    await server.request(driverContract.finishTrip, { params: { id: order.id }, body: { cost: 10 } }, token)
    const { client_id = null, dispatcher_id = null } = await server.db
      .selectFrom('orders')
      .select(['client_id', 'dispatcher_id'])
      .where('id', '=', asId<OrderId>(order.id))
      .executeTakeFirstOrThrow()
    const idsFor = async (query: object, who: string) =>
      (await server.request(contract.listOrders, { query }, who)).reply.data.map(({ id }) => id)
    for (const query of [{ client_id: client_id ?? 0 }, { dispatcher_id: dispatcher_id ?? 0 }]) {
      expect(await idsFor(query, fixture.dispatcher)).toContain(order.id)
      expect(await idsFor(query, partner)).toEqual([])
    }
    expect(await idsFor({ driver_id: driver.driverId }, partner)).toEqual([order.id])

    const rating = { params: { id: order.id }, body: { stars: 4, comment: 'Bine' } }
    expect((await server.request(rateOrder, rating, fixture.dispatcher)).status).toBe(201)
    const { data } = (await server.request(listRatings, { params: { id: driver.driverId } }, partner)).reply
    expect(data).toMatchObject([{ order_id: order.id, comment: 'Bine', by: null }])
  })

  test('the partner can read but not change it, neither while it is offered nor while its driver has it', async () => {
    const { server } = fixture
    const order = await shared()
    const params = { id: order.id }
    const writes: [Endpoint, RequestInput<Endpoint>][] = [
      [contract.editOrder, { params, body: { name: 'Alt nume' } }],
      [contract.updateName, { params, body: { name: 'Alt nume' } }],
      [contract.addPlace, { params, body: { place: SQUARE } }],
      [contract.cancelOrder, { params, body: {} }],
      [contract.deleteOrder, { params }],
    ]
    const expectReadOnly = async () => {
      const before = await fixture.read(asId<OrderId>(order.id))
      expect((await server.request(contract.readOrder, { params }, partner)).status).toBe(200)
      for (const [endpoint, input] of writes) {
        const { status, body } = await server.request(endpoint, input, partner)
        expect([endpoint.path, status, body.code]).toEqual([endpoint.path, 404, 'order.unknown'])
      }
      expect(await fixture.read(asId<OrderId>(order.id))).toEqual(before)
    }
    await expectReadOnly()
    await fixture.assign(asId<OrderId>(order.id), await aDriver(server, { companyId: partnerId, at: TOWN_SQUARE }))
    await server.db
      .updateTable('orders')
      .set({ processed_by_company_id: partnerId })
      .where('id', '=', asId<OrderId>(order.id))
      .execute()
    await expectReadOnly()
  })

  test("leaves the partner's screen when the partner is no longer offered it", async () => {
    const { server } = fixture
    const order = await shared()
    const socket = await server.socket(partner)
    const change = { params: { id: order.id }, body: { search_company_ids: [fixture.companyId] } }
    await server.request(contract.editOrder, change, fixture.dispatcher)
    await socket.waitForEvent('remove_live_order', ({ order_id }: { order_id?: OrderId }) => order_id === order.id)
    expect((await liveOf(partner)).map(({ id }) => id)).not.toContain(order.id)
  })

  test('a dispatcher of two companies that are both offered it gets one row', async () => {
    const { server } = fixture
    const order = await shared()
    const other = await aCompany(server)
    await server.db
      .updateTable('orders')
      .set({ search_company_ids: [partnerId, other.companyId] })
      .where('id', '=', asId<OrderId>(order.id))
      .execute()
    const both = await aDispatcher(server, other)
    await server.db.insertInto('user_companies').values({ user_id: both.userId, company_id: partnerId }).execute()
    const token = await server.logIn(both.email)
    expect((await liveOf(token)).filter(({ id }) => id === order.id)).toHaveLength(1)
    const list = await server.request(contract.listOrders, {}, token)
    expect(list.reply.data.filter(({ id }) => id === order.id)).toHaveLength(1)
  })
})
