import type { Ask, Endpoint } from '@dispecerat/contract/endpoint'
import * as lists from '@dispecerat/contract/order-lists'
import * as contract from '@dispecerat/contract/orders'
import { afterAll, describe, expect, test } from 'vitest'
import { aRoom, SQUARE } from './testing/a-room.ts'

const room = await aRoom()
const { server } = room
afterAll(() => server.stop())

const order = await room.place()
const placeId = Number(order.places[0]?.id)
const params = { id: order.id }

/** Everything that names an order, as a dispatcher of another company asks it. */
const asks: Record<string, [Endpoint, Ask<Endpoint>]> = {
  readOrder: [contract.readOrder, { params }],
  editOrder: [contract.editOrder, { params, body: { name: 'furat' } }],
  cancelOrder: [contract.cancelOrder, { params }],
  retryOrder: [contract.retryOrder, { params }],
  moveToPending: [contract.moveToPending, { params }],
  notifyDrivers: [contract.notifyDrivers, { params, body: { driver_ids: [room.driver.driverId] } }],
  duplicateOrder: [contract.duplicateOrder, { params }],
  deleteOrder: [contract.deleteOrder, { params }],
  restoreOrder: [contract.restoreOrder, { params }],
  setDriverAndFinish: [contract.setDriverAndFinish, { params, body: { driverId: room.driver.driverId } }],
  updateName: [contract.updateName, { params, body: { name: 'furat' } }],
  clearAlwaysInCall: [contract.clearAlwaysInCall, { params }],
  addPlace: [contract.addPlace, { params, body: { place: SQUARE } }],
  editPlace: [contract.editPlace, { params: { ...params, placeId }, body: SQUARE }],
  removePlace: [contract.removePlace, { params: { ...params, placeId } }],
  sortPlaces: [contract.sortPlaces, { params, body: { ids: [placeId] } }],
  readOrderHistory: [contract.readOrderHistory, { params }],
}
const namingNone = [
  'listOrders',
  'exportOrders',
  'createOrder',
  'readOrderList',
  'readOrderCounts',
  'listOrdersForReport',
  'listWaitingOrders',
]

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'may' in value
}

describe('an order of another company', () => {
  test('every endpoint that names an order stands in this table', () => {
    const named = Object.entries({ ...contract, ...lists }).flatMap(([name, value]) =>
      isEndpoint(value) ? [name] : [],
    )
    expect([...Object.keys(asks), ...namingNone].toSorted()).toEqual(named.toSorted())
  })

  test.each(Object.entries(asks))('%s: it does not exist', async (_name, [endpoint, ask]) => {
    const before = await room.read(order.id)
    const answer = await server.call(endpoint, ask, room.rival)
    expect(answer).toMatchObject({ status: 404, body: { code: 'order.unknown' } })
    expect(await server.call(endpoint, ask)).toMatchObject({ status: 401 })
    expect(await server.call(endpoint, ask, room.driverToken)).toMatchObject({ status: 403 })
    expect(await room.read(order.id)).toEqual(before)
  })

  test('stands in none of the lists, counts and reports', async () => {
    const all = await server.call(contract.listOrders, {}, room.rival)
    expect(all.reply).toMatchObject({ data: [], meta: { total: 0 } })
    const byCompany = await server.call(contract.listOrders, { query: { company_id: room.companyId } }, room.rival)
    expect(byCompany.reply.data).toEqual([])
    const live = await server.call(lists.readOrderList, { params: { kind: 'live' } }, room.rival)
    expect(live.reply).toMatchObject({ data: [], meta: { total: 0 } })
    const counts = await server.call(lists.readOrderCounts, {}, room.rival)
    expect(counts.reply.liveOrdersCount).toBe(0)
    const report = await server.call(lists.listOrdersForReport, {}, room.rival)
    expect(report.reply.data).toEqual([])
    expect((await server.call(contract.listOrders, {}, room.admin)).reply.meta.total).toBe(1)
  })

  test('a driver of another company cannot be put on mine', async () => {
    const mine = await room.place()
    await server.call(contract.cancelOrder, { params: { id: mine.id } }, room.dispatcher)
    const ask = { params: { id: mine.id }, body: { driverId: 999_999 } }
    const answer = await server.call(contract.setDriverAndFinish, ask, room.dispatcher)
    expect(answer).toMatchObject({ status: 404, body: { code: 'driver.unknown' } })
    expect((await room.read(mine.id)).state).toBe('canceled')
  })

  test('a rival’s console hears nothing of it', async () => {
    const [ours, theirs] = [await server.socket(room.dispatcher), await server.socket(room.rival)]
    const { id } = await room.place()
    await ours.heard('live_orders_updated', ({ order_id }) => order_id === id)
    await theirs.caughtUp()
    expect(theirs.frames.some(({ data }) => (data as { order_id?: number }).order_id === id)).toBe(false)
  })
})
