import * as driverContract from '@dispecerat/contract/dispatch/driver'
import * as contract from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDriver, TOWN_SQUARE } from '../../testing/builders.ts'
import { aPhone, createFixture, type Fixture, SQUARE, STATION } from '../testing/order-fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
afterAll(() => fixture.server.stop())

describe('the whole life of an order', () => {
  test('placed, accepted, arrived, started, finished with a cost: each step is in the history', async () => {
    const { server, driver, driverToken } = fixture
    const placed = await fixture.place({ name: 'Ana', options: { pet: true } })
    expect(placed).toMatchObject({
      state: 'created',
      order_no: 1,
      address: 'Piața Sfatului 1',
      name: 'Ana',
      options: { pet: true },
      dispatcher_id: fixture.dispatcherId,
      created_by_company_id: fixture.companyId,
      version: 1,
    })
    expect(placed.places.map(({ name }) => name)).toEqual(['Piața Sfatului 1', 'Gara Brașov'])
    expect(fixture.emitted).toContain(`order.search_wanted ${placed.id}`)

    expect(await fixture.assign(asId<OrderId>(placed.id))).toBe(true)
    expect(await fixture.read(asId<OrderId>(placed.id))).toMatchObject({
      state: 'assigned',
      trip_state: 'waiting_driver',
      driver_id: driver.driverId,
      car_indicativ: driver.indicativ,
      waiting_driver_time: 5,
      processed_by_company_id: fixture.companyId,
      driver: { id: driver.driverId, default_car: { indicativ: driver.indicativ, make: 'Dacia' } },
    })
    const params = { id: placed.id }
    const arrived = await fixture.arrive(placed.id)
    expect(arrived.reply.data).toMatchObject({ trip_state: 'waiting_client', phone: placed.phone, name: 'Ana' })
    await server.request(driverContract.startTrip, { params }, driverToken)
    server.pass(600)
    const finished = await server.request(driverContract.finishTrip, { params, body: { cost: 23.5 } }, driverToken)
    expect(finished.reply.data).toMatchObject({
      state: 'finished',
      trip_state: null,
      cost: 23.5,
      phone: null,
      name: null,
    })
    expect(fixture.emitted).toContain(`order.driver_released ${placed.id}`)
    expect(await fixture.history(asId<OrderId>(placed.id))).toEqual([
      'created',
      'placed',
      'driver_accepted',
      'assigned',
      'arrived',
      'trip_started',
      'finished',
    ])
    const trips = await server.request(driverContract.listMyTrips, {}, driverToken)
    expect(trips.reply).toMatchObject({ data: [{ id: placed.id, cost: 23.5 }], meta: { total: 1 } })
  })

  test('canceled on the way to the client: the driver is notified', async () => {
    const { server, driver, driverToken } = fixture
    const { id } = await fixture.place()
    await fixture.assign(asId<OrderId>(id))
    const socket = await server.socket(driverToken)
    const request = { params: { id }, body: { reason_text: 'Clientul a renunțat' } }
    const { reply } = await server.request(contract.cancelOrder, request, fixture.dispatcher)
    expect(reply.data).toMatchObject({
      state: 'canceled',
      trip_state: null,
      cancellation_reason_type: 'dispatcher_canceled',
      cancellation_reason_text: 'Clientul a renunțat',
      cancelled_by: 'dispatcher',
      cancelled_by_user: fixture.dispatcherId,
    })
    expect(reply.data.cancelled_by_identifier).not.toBeNull()
    expect(fixture.emitted).toEqual(expect.arrayContaining([`order.search_over ${id}`, `order.driver_released ${id}`]))
    const event = await socket.waitForEvent('order_canceled', ({ order_id }) => order_id === id)
    expect(event.data).toEqual({ order_id: id, reason: 'dispatcher_canceled' })
    socket.close()
    expect(driver.driverId).toBe(reply.data.driver_id)
  })

  test('a delivery closed by hand costs its estimate, recorded in its history', async () => {
    const { server, driver } = fixture
    const { id } = await fixture.place({ service_id: 2 })
    await server.request(contract.moveToPending, { params: { id } }, fixture.dispatcher)
    await server.db
      .updateTable('orders')
      .set({ estimated_cost_bani: 19_00 })
      .where('id', '=', asId<OrderId>(id))
      .execute()
    const request = { params: { id }, body: { driverId: driver.driverId } }
    await server.request(contract.setDriverAndFinish, request, fixture.dispatcher)
    const { reply } = await server.request(contract.readOrderHistory, { params: { id } }, fixture.dispatcher)
    expect(reply.data.at(-1)).toMatchObject({ type: 'finished', data: { cost: 19 } })
  })

  test('queued, then assigned by hand and closed: two history items and events for both states', async () => {
    const { server, driver } = fixture
    const { id } = await fixture.place()
    const queued = await server.request(contract.moveToPending, { params: { id } }, fixture.dispatcher)
    expect(queued.reply.data).toMatchObject({ state: 'pending', in_pending_queue: true })
    const socket = await server.socket(fixture.dispatcher)
    const request = { params: { id }, body: { driverId: driver.driverId } }
    const { reply } = await server.request(contract.setDriverAndFinish, request, fixture.dispatcher)
    expect(reply.data).toMatchObject({ state: 'finished', manually_assigned: true, in_pending_queue: false })
    expect(await fixture.history(asId<OrderId>(id))).toEqual([
      'created',
      'placed',
      'moved_to_pending',
      'manually_assigned',
      'finished',
    ])
    await socket.caughtUp()
    await expect
      .poll(() =>
        socket.frames
          .filter(({ event }) => event === 'order_updated')
          .map(({ data }) => (data as { state: string }).state)
          .slice(-2),
      )
      .toEqual(['assigned', 'finished'])
    socket.close()
  })

  test('a duplicate is a draft that departs now; placing it makes it an order like any other', async () => {
    const { server } = fixture
    const original = await fixture.place({ about_client: 'Sună la interfon', options: { luggage: true } })
    const { reply } = await server.request(contract.duplicateOrder, { params: { id: original.id } }, fixture.colleague)
    const draft = await fixture.read(asId<OrderId>(reply.id))
    expect(draft).toMatchObject({
      state: 'new',
      order_no: null,
      options: { luggage: true },
      about_client: 'Sună la interfon',
    })
    expect(draft.places.map(({ name }) => name)).toEqual([SQUARE.name, STATION.name])
    expect(fixture.emitted).not.toContain(`order.search_wanted ${draft.id}`)
    const body = { state: 'created' as const, name: 'Vecina' }
    const placed = await server.request(contract.editOrder, { params: { id: draft.id }, body }, fixture.colleague)
    expect(placed.reply.data).toMatchObject({ state: 'created', name: 'Vecina', client_id: original.client_id })
    expect(placed.reply.data.order_no).toBeGreaterThan(original.order_no ?? 0)
    expect(fixture.emitted).toContain(`order.search_wanted ${draft.id}`)
    expect(await fixture.history(asId<OrderId>(draft.id))).toEqual(['created', 'placed'])
    expect(await fixture.history(asId<OrderId>(original.id))).toEqual(['created', 'placed', 'duplicated'])
  })

  test('deleted and restored: it leaves every list, and a running search starts again', async () => {
    const { server, emitted } = fixture
    const { id } = await fixture.place()
    await server.request(contract.deleteOrder, { params: { id } }, fixture.dispatcher)
    expect(emitted).toContain(`order.search_over ${id}`)
    expect((await server.request(contract.readOrder, { params: { id } }, fixture.dispatcher)).status).toBe(404)
    expect((await server.request(contract.cancelOrder, { params: { id } }, fixture.dispatcher)).status).toBe(404)
    const before = emitted.filter((line) => line === `order.search_wanted ${id}`).length
    const { reply } = await server.request(contract.restoreOrder, { params: { id } }, fixture.dispatcher)
    expect(reply.data.state).toBe('created')
    expect(emitted.filter((line) => line === `order.search_wanted ${id}`)).toHaveLength(before + 1)
    expect(await fixture.history(asId<OrderId>(id))).toEqual(['created', 'placed', 'deleted', 'restored'])
  })
})

describe('moves that an order refuses', () => {
  type SendCommand = (id: number) => Promise<{ status: number; body: Record<string, unknown> }>
  const commands: Record<string, SendCommand> = {
    cancel: (id) => fixture.server.request(contract.cancelOrder, { params: { id } }, fixture.dispatcher),
    retry: (id) => fixture.server.request(contract.retryOrder, { params: { id } }, fixture.dispatcher),
    queue: (id) => fixture.server.request(contract.moveToPending, { params: { id } }, fixture.dispatcher),
    duplicate: (id) => fixture.server.request(contract.duplicateOrder, { params: { id } }, fixture.dispatcher),
    delete: (id) => fixture.server.request(contract.deleteOrder, { params: { id } }, fixture.dispatcher),
    place: (id) =>
      fixture.server.request(contract.editOrder, { params: { id }, body: { state: 'created' } }, fixture.dispatcher),
    setDriver: (id) =>
      fixture.server.request(
        contract.setDriverAndFinish,
        { params: { id }, body: { driverId: fixture.driver.driverId } },
        fixture.dispatcher,
      ),
    arrive: (id) => fixture.arrive(id),
    start: (id) => fixture.server.request(driverContract.startTrip, { params: { id } }, fixture.driverToken),
    finish: (id) =>
      fixture.server.request(driverContract.finishTrip, { params: { id }, body: { cost: 1 } }, fixture.driverToken),
    giveBack: (id) =>
      fixture.server.request(
        driverContract.driverCancel,
        { params: { id }, body: { reason: 'nu' } },
        fixture.driverToken,
      ),
  }
  const illegal: [string, string[]][] = [
    ['new', ['cancel', 'retry', 'queue', 'duplicate', 'setDriver']],
    ['created', ['retry', 'place', 'setDriver']],
    ['assigned', ['retry', 'queue', 'delete', 'place', 'setDriver', 'finish']],
    ['finished', ['cancel', 'retry', 'queue', 'delete', 'place', 'setDriver', 'arrive', 'start', 'finish', 'giveBack']],
    ['canceled', ['cancel', 'queue', 'place', 'arrive', 'start', 'finish', 'giveBack']],
    ['pending', ['cancel', 'queue', 'place']],
  ]

  async function orderIn(state: string): Promise<OrderId> {
    const { id } = await fixture.place(state === 'new' ? { draft: true } : {})
    if (state === 'pending') await commands.queue?.(id)
    if (state === 'assigned' || state === 'finished' || state === 'canceled') await fixture.assign(asId<OrderId>(id))
    if (state === 'canceled') await commands.cancel?.(id)
    if (state === 'finished') {
      await commands.start?.(id)
      await commands.finish?.(id)
    }
    return asId<OrderId>(id)
  }

  test.each(illegal)('%s: %j are answered 409 with the state and change nothing', async (state, moves) => {
    const id = await orderIn(state)
    const before = await fixture.read(id)
    expect(before.state).toBe(state)
    const history = await fixture.history(id)
    for (const move of moves) {
      const answer = await commands[move]?.(id)
      expect({ move, status: answer?.status, state: answer?.body.state ?? answer?.body.trip_state }).toEqual({
        move,
        status: 409,
        state: state === 'assigned' && move === 'finish' ? 'waiting_driver' : state,
      })
      expect(answer?.body.code).toMatch(/^order\.(wrong_state|trip_step)$/)
    }
    expect(await fixture.read(id)).toEqual(before)
    expect(await fixture.history(id)).toEqual(history)
    if (state === 'assigned') await commands.giveBack?.(id)
  })

  test('retry and queue belong to the dispatcher who placed the order; a company admin acts on any', async () => {
    const { server } = fixture
    const { id } = await fixture.place()
    const refused = await server.request(contract.moveToPending, { params: { id } }, fixture.colleague)
    expect(refused).toMatchObject({ status: 403, body: { code: 'order.not_yours' } })
    expect((await server.request(contract.moveToPending, { params: { id } }, fixture.manager)).status).toBe(200)
    expect((await server.request(contract.retryOrder, { params: { id } }, fixture.colleague)).status).toBe(403)
    expect((await server.request(contract.retryOrder, { params: { id } }, fixture.manager)).status).toBe(200)
  })

  test("a driver cannot see another driver's order; a cost must be an amount", async () => {
    const { server } = fixture
    const other = await aDriver(server, { companyId: fixture.companyId, at: TOWN_SQUARE })
    const { id } = await fixture.place()
    await fixture.assign(asId<OrderId>(id), other)
    for (const move of ['arrive', 'start', 'finish', 'giveBack']) {
      expect(await commands[move]?.(id)).toMatchObject({ status: 404, body: { code: 'order.unknown' } })
    }
    const token = await server.logIn(other.email)
    await server.request(driverContract.startTrip, { params: { id } }, token)
    for (const cost of [-1, 100_000, 1.234, Number.NaN]) {
      expect((await server.request(driverContract.finishTrip, { params: { id }, body: { cost } }, token)).status).toBe(
        422,
      )
    }
    expect(
      (await server.request(driverContract.finishTrip, { params: { id }, body: { cost: 99_999.99 } }, token)).status,
    ).toBe(200)
  })

  test("an order whose client is unknown may still be named; the client's record gets the name too", async () => {
    const { server } = fixture
    const phone = aPhone()
    const { id, client } = await fixture.place({ client_phone: phone })
    expect(client).toMatchObject({ phone, name: null })
    const body = { name: 'Ion Popa', about: 'Vorbește încet' }
    const { reply } = await server.request(contract.updateName, { params: { id }, body }, fixture.dispatcher)
    expect(reply.data).toMatchObject({ name: 'Ion Popa', client_name: 'Ion Popa', about_client: 'Vorbește încet' })
    expect(reply.data.client).toMatchObject({ name: 'Ion Popa', about: 'Vorbește încet' })
    const next = await fixture.place({ client_phone: phone })
    expect(next).toMatchObject({ client_id: client?.id, name: 'Ion Popa', about_client: 'Vorbește încet' })
  })
})
