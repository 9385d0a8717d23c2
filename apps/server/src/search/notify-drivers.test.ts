import { acceptOrder } from '@dispecerat/contract/driver'
import { cancelOrder, moveToPending, notifyDrivers, readOrder } from '@dispecerat/contract/orders'
import { expect, test } from 'vitest'
import { aSearchRoom, expectInvariants, type SearchRoom } from '../testing/a-search-room.ts'
import { aCompany, aDriver } from '../testing/builders.ts'

const STEPS = [{ searchType: 'by_radius', searchLimit: 150, searchSeconds: 60 } as const]

const notify = ({ server, dispatcher }: SearchRoom, orderId: number, driverIds: number[], only = false) =>
  server.request(
    notifyDrivers,
    { params: { id: orderId }, body: { driver_ids: driverIds, only_custom: only } },
    dispatcher,
  )

const idOf = ({ drivers }: SearchRoom, index: number) => drivers[index]?.driverId ?? 0

async function openTo(room: SearchRoom, orderId: number) {
  return (await room.offers(orderId)).filter(({ fate }) => fate === 'open').map(({ driver_id }) => driver_id)
}

test('a named driver is asked first, pausing or far away; after 30 s the method goes on', async () => {
  await using room = await aSearchRoom({ metres: [100, 4000], steps: STEPS })
  const { server } = room
  await server.db.updateTable('driver_status').set({ is_paused: true }).where('driver_id', '=', idOf(room, 1)).execute()
  const orderId = await room.place()
  expect(await openTo(room, orderId)).toEqual([idOf(room, 0)])

  const { status, reply } = await notify(room, orderId, [idOf(room, 1)])
  expect([status, reply.data.state, reply.data.custom_driver_ids]).toEqual([200, 'created', [idOf(room, 1)]])
  await room.settle()
  expect(await openTo(room, orderId)).toEqual([idOf(room, 1)])
  expect(await room.history(orderId)).toContain('search_restarted')
  await room.pass(30)
  expect(await openTo(room, orderId)).toEqual([idOf(room, 0)])
  await expectInvariants(server)
})

test('only the named ones: when they do not want it the order has found nobody', async () => {
  await using room = await aSearchRoom({ metres: [100, 4000], steps: STEPS })
  const orderId = await room.place()
  await notify(room, orderId, [idOf(room, 1)], true)
  await room.settle()
  await room.pass(30)
  expect(await room.order(orderId)).toMatchObject({ state: 'canceled', cancellation_reason_type: 'no_drivers_found' })
  await expectInvariants(room.server)
})

test.each([
  ['canceled', cancelOrder],
  ['pending', moveToPending],
] as const)('a %s order is searched for again when a driver is named', async (_, leave) => {
  await using room = await aSearchRoom({ metres: [100], steps: STEPS })
  const orderId = await room.place()
  await room.server.request(leave, { params: { id: orderId } }, room.dispatcher)
  expect((await notify(room, orderId, [idOf(room, 0)])).reply.data).toMatchObject({
    state: 'created',
    in_pending_queue: false,
  })
  await room.settle()
  expect(await openTo(room, orderId)).toEqual([idOf(room, 0)])
  expect(await room.history(orderId)).toContain('retried')
  await expectInvariants(room.server)
})

test('nobody, too many, a stranger, an order that is driven: each is refused and changes nothing', async () => {
  await using room = await aSearchRoom({ metres: [100], steps: STEPS })
  const { server } = room
  const foreign = await aDriver(server, { companyId: (await aCompany(server)).companyId })
  const orderId = await room.place()
  const none = await notify(room, orderId, [])
  expect([none.status, JSON.stringify(none.body)]).toEqual([
    422,
    expect.stringContaining('Vă rugăm să selectați soferi'),
  ])
  expect(
    (
      await notify(
        room,
        orderId,
        Array.from({ length: 21 }, (_, i) => i + 1),
      )
    ).status,
  ).toBe(422)
  expect((await notify(room, orderId, [foreign.driverId])).body).toMatchObject({ code: 'driver.unknown' })
  await server.request(acceptOrder, { params: { id: orderId }, body: {} }, room.drivers[0]?.token)
  const driven = await notify(room, orderId, [idOf(room, 0)])
  expect([driven.status, driven.body.code]).toEqual([409, 'order.wrong_state'])
  const { reply } = await server.request(readOrder, { params: { id: orderId } }, room.dispatcher)
  expect(reply.data.custom_driver_ids).toEqual([])
})
