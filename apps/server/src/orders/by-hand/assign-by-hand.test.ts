import {
  arriveAtPickup,
  driverMe,
  finishTrip,
  setPause,
  startTrip,
  stopShift,
} from '@dispecerat/contract/dispatch/driver'
import { moveToPending, readOrder } from '@dispecerat/contract/orders/orders'
import { describe, expect, test } from 'vitest'
import { aCompany, aDriver, TOWN_SQUARE } from '../../testing/builders.ts'
import { createSearchFixture, expectInvariants, type SearchFixture } from '../../testing/search-fixture.ts'
import {
  accept,
  aScheduledOrder,
  aSearch,
  assign,
  excludedOf,
  idOf,
  isBusy,
  METRES,
  RADIUS,
  ringing,
} from '../testing/by-hand.ts'

describe('a driver who gets the order at once', () => {
  test('the named driver has a searched order at once: the others lose it, and the trip goes on as any other', async () => {
    await using fixture = await aSearch()
    const { server } = fixture
    const phones = await Promise.all(METRES.map((_, index) => fixture.phone(index)))
    const orderId = await fixture.place()
    expect(await fixture.offers(orderId)).toHaveLength(3)

    const { status, reply } = await assign(fixture, orderId, idOf(fixture, 1))
    expect(status).toBe(200)
    expect(reply.data).toMatchObject({
      state: 'assigned',
      trip_state: 'waiting_driver',
      driver_id: idOf(fixture, 1),
      manually_assigned: true,
    })
    await phones[1]?.waitForEvent<{ order: { id: number } }>(
      'order_accept_confirmed',
      ({ order }) => order.id === orderId,
    )
    for (const index of [0, 2])
      expect(await phones[index]?.waitForEvent<{ order_id: number }>('order_canceled')).toMatchObject({
        data: { order_id: orderId, reason: 'taken' },
      })
    await phones[1]?.caughtUp()
    expect(phones[1]?.frames.map(({ event }) => event)).not.toContain('order_canceled')
    expect((await fixture.offers(orderId)).map(({ fate }) => fate)).toEqual(['withdrawn', 'withdrawn', 'withdrawn'])
    expect((await accept(fixture, 0, orderId)).body).toMatchObject({ code: 'offer.taken' })
    expect((await accept(fixture, 1, orderId)).status).toBe(200)
    expect(await isBusy(fixture, idOf(fixture, 1))).toBe(true)
    await expectInvariants(server)

    const token = fixture.drivers[1]?.token
    for (const step of [arriveAtPickup, startTrip])
      expect((await server.request(step, { params: { id: orderId } }, token)).status).toBe(200)
    expect((await server.request(finishTrip, { params: { id: orderId }, body: { cost: 20 } }, token)).status).toBe(200)
    expect(await fixture.history(orderId)).toEqual([
      'created',
      'placed',
      'search_started',
      'round',
      'driver_notified',
      'driver_notified',
      'driver_notified',
      'manually_assigned',
      'arrived',
      'trip_started',
      'finished',
    ])
    await expectInvariants(server)
  })

  test('a scheduled order and one in the queue are given too, and leave their lists', async () => {
    await using fixture = await aSearch()
    const { server, dispatcher } = fixture
    const scheduled = await aScheduledOrder(fixture)
    expect((await assign(fixture, scheduled, idOf(fixture, 0))).reply.data).toMatchObject({ state: 'assigned' })

    const queued = await fixture.place()
    await server.request(moveToPending, { params: { id: queued } }, dispatcher)
    await fixture.settle()
    const { reply } = await assign(fixture, queued, idOf(fixture, 1))
    expect(reply.data).toMatchObject({ state: 'assigned', in_pending_queue: false, driver_id: idOf(fixture, 1) })
    await expectInvariants(server)
  })

  test('what rings on the phone for another order is withdrawn, and that order is offered to the next driver', async () => {
    await using fixture = await createSearchFixture({
      metres: METRES,
      steps: [{ ...RADIUS, notificationMethod: 'by_rotation' }],
    })
    const first = await fixture.place()
    const waiting = await fixture.place()
    expect((await fixture.offers(first)).map(({ driver_id, fate }) => [driver_id, fate])).toEqual([
      [idOf(fixture, 0), 'open'],
    ])
    // No time passes: without the withdrawal the search would notice the busy driver at its next evaluation only.
    await assign(fixture, waiting, idOf(fixture, 0))
    expect((await fixture.offers(first)).map(({ driver_id, fate }) => [driver_id, fate])).toEqual([
      [idOf(fixture, 0), 'withdrawn'],
      [idOf(fixture, 1), 'open'],
    ])
    await expectInvariants(fixture.server)
  })

  test('another driver gets an assigned order until its trip starts; the first one is free, is told, and gets no offer again', async () => {
    await using fixture = await aSearch()
    const { server } = fixture
    const first = await fixture.phone(0)
    const orderId = await fixture.place()
    await accept(fixture, 0, orderId)

    const { reply } = await assign(fixture, orderId, idOf(fixture, 1))
    expect(reply.data).toMatchObject({ state: 'assigned', driver_id: idOf(fixture, 1), manually_assigned: true })
    expect(await first.waitForEvent('order_canceled')).toMatchObject({
      data: { order_id: orderId, reason: 'dispatcher_canceled' },
    })
    expect(await isBusy(fixture, idOf(fixture, 0))).toBe(false)
    expect((await accept(fixture, 0, orderId)).body).toMatchObject({ code: 'offer.taken' })
    expect(await excludedOf(fixture, orderId)).toEqual([idOf(fixture, 0)])
    await expectInvariants(server)

    // The dispatcher may change their mind; from the start of the trip nobody may.
    await server.request(arriveAtPickup, { params: { id: orderId } }, fixture.drivers[1]?.token)
    expect((await assign(fixture, orderId, idOf(fixture, 0))).reply.data).toMatchObject({ driver_id: idOf(fixture, 0) })
    expect(await excludedOf(fixture, orderId)).toEqual([idOf(fixture, 1)])
    await server.request(startTrip, { params: { id: orderId } }, fixture.drivers[0]?.token)
    expect(await assign(fixture, orderId, idOf(fixture, 2))).toMatchObject({
      status: 409,
      body: { code: 'order.wrong_state' },
    })
    await expectInvariants(server)
  })

  test('naming the driver who has the order changes nothing', async () => {
    await using fixture = await aSearch()
    const orderId = await fixture.place()
    await accept(fixture, 0, orderId)
    const { server, dispatcher } = fixture
    const before = (await server.request(readOrder, { params: { id: orderId } }, dispatcher)).reply.data
    expect((await assign(fixture, orderId, idOf(fixture, 0))).reply.data).toEqual(before)
  })
})

describe('who may be named', () => {
  test.each<[string, string, (fixture: SearchFixture) => Promise<number>]>([
    [
      'off duty',
      'driver.not_on_shift',
      async (fixture) => {
        await fixture.server.request(stopShift, { body: {} }, fixture.drivers[0]?.token)
        return idOf(fixture, 0)
      },
    ],
    [
      'banned',
      'driver.is_banned',
      async (fixture) => {
        const ban_until = new Date(fixture.server.clock.now().getTime() + 600_000)
        await fixture.server.db.updateTable('users').set({ ban_until }).where('id', '=', idOf(fixture, 0)).execute()
        return idOf(fixture, 0)
      },
    ],
    [
      'on the way to another client',
      'driver.busy',
      async (fixture) => {
        await accept(fixture, 0, await fixture.place())
        return idOf(fixture, 0)
      },
    ],
    [
      'of another company',
      'driver.unknown',
      async ({ server }) => {
        const { companyId } = await aCompany(server)
        return (await aDriver(server, { companyId, at: TOWN_SQUARE })).driverId
      },
    ],
  ])('a driver %s is refused with %s, and the search goes on', async (_, code, choose) => {
    await using fixture = await aSearch()
    const driverId = await choose(fixture)
    const orderId = await fixture.place()
    expect((await assign(fixture, orderId, driverId)).body).toMatchObject({ code })
    expect(await fixture.order(orderId)).toMatchObject({ state: 'created', driver_id: null })
    expect((await ringing(fixture, orderId)).length).toBeGreaterThan(1)
    await expectInvariants(fixture.server)
  })

  test('a paused driver may be named', async () => {
    await using fixture = await aSearch()
    await fixture.server.request(setPause, { body: { is_paused: true } }, fixture.drivers[0]?.token)
    const orderId = await fixture.place()
    expect((await assign(fixture, orderId, idOf(fixture, 0))).reply.data).toMatchObject({ state: 'assigned' })
  })

  test('a driver with the client in the car gets it as the next order, and a third one is refused', async () => {
    await using fixture = await aSearch()
    const current = await fixture.place()
    await accept(fixture, 0, current)
    await fixture.server.request(startTrip, { params: { id: current } }, fixture.drivers[0]?.token)
    const next = await fixture.place()
    expect((await assign(fixture, next, idOf(fixture, 0))).reply.data).toMatchObject({
      state: 'assigned',
      is_next: true,
    })
    const { reply } = await fixture.server.request(driverMe, {}, fixture.drivers[0]?.token)
    expect(reply.data.active_orders.map(({ id, is_next }) => [id, is_next])).toEqual([
      [current, false],
      [next, true],
    ])
    const third = await fixture.place()
    expect((await assign(fixture, third, idOf(fixture, 0))).body).toMatchObject({ code: 'driver.busy' })
    await expectInvariants(fixture.server)
  })
})
