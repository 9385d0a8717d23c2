import { startTrip } from '@dispecerat/contract/dispatch/driver'
import { createOrder, readOrder } from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { describe, expect, test } from 'vitest'
import { aCompany, aDriver } from '../../testing/builders.ts'
import { createSearchFixture, expectInvariants, northOfPickup } from '../../testing/search-fixture.ts'
import {
  aConfirmedSearch,
  accept,
  aScheduledOrder,
  assign,
  idOf,
  isBusy,
  PLACES,
  RADIUS,
  ringing,
} from '../testing/by-hand.ts'

describe('a named driver who must accept', () => {
  test('only the named phone rings; after half a minute the search goes on by the rules', async () => {
    await using fixture = await aConfirmedSearch()
    const orderId = await fixture.place()
    const { reply } = await assign(fixture, orderId, idOf(fixture, 2))
    expect(reply.data).toMatchObject({ state: 'created', driver_id: null, manually_assigned: false })
    expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 2)])
    await fixture.pass(30)
    expect(await ringing(fixture, orderId)).toEqual([0, 1, 2].map((index) => idOf(fixture, index)))
    expect((await accept(fixture, 2, orderId)).status).toBe(200)
    await expectInvariants(fixture.server)
  })

  test('a driver with the client in the car accepts it as the next order', async () => {
    await using fixture = await aConfirmedSearch()
    const current = await fixture.place()
    await accept(fixture, 0, current)
    await fixture.server.request(startTrip, { params: { id: current } }, fixture.drivers[0]?.token)
    const orderId = await fixture.place()
    await assign(fixture, orderId, idOf(fixture, 0))
    expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 0)])
    expect((await accept(fixture, 0, orderId)).reply.data).toMatchObject({ is_next: true })
    await expectInvariants(fixture.server)
  })

  test('an assigned order is taken from its driver, and the named one is asked', async () => {
    await using fixture = await aConfirmedSearch()
    const orderId = await fixture.place()
    await accept(fixture, 0, orderId)
    expect((await assign(fixture, orderId, idOf(fixture, 1))).reply.data).toMatchObject({ state: 'created' })
    expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 1)])
    expect(await isBusy(fixture, idOf(fixture, 0))).toBe(false)
    await fixture.pass(30)
    expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 1), idOf(fixture, 2)])
    await expectInvariants(fixture.server)
  })

  test('a scheduled order is offered to that driver alone; without a yes it goes back to its schedule', async () => {
    await using fixture = await aConfirmedSearch()
    const orderId = await aScheduledOrder(fixture)
    expect((await assign(fixture, orderId, idOf(fixture, 1))).reply.data).toMatchObject({ state: 'created' })
    expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 1)])
    await fixture.pass(30)
    expect(await fixture.offers(orderId)).toHaveLength(1)
    const { reply } = await fixture.server.request(readOrder, { params: { id: orderId } }, fixture.dispatcher)
    expect(reply.data).toMatchObject({ state: 'pending', in_pending_queue: false, start_at: expect.any(String) })
    expect((await fixture.history(orderId)).at(-1)).toBe('schedule_resumed')
    await expectInvariants(fixture.server)
  })

  test("a partner's driver always has to accept", async () => {
    await using fixture = await createSearchFixture({ metres: [100], steps: [RADIUS], hasJobs: false })
    const { server, companyId } = fixture
    const partnerId = (await aCompany(server)).companyId
    const partner = await aDriver(server, { companyId: partnerId, at: northOfPickup(50) })
    await server.db
      .insertInto('company_partners')
      .values({ company_id: companyId, partner_company_id: partnerId, accepted_at: server.clock.now() })
      .execute()
    await server.startJobs()
    const body = { client_phone: '+40740555556', places: PLACES, search_company_ids: [partnerId] }
    const placed = await server.request(createOrder, { body }, fixture.dispatcher)
    const orderId = asId<OrderId>(placed.reply.data.id)
    expect((await assign(fixture, orderId, partner.driverId)).reply.data).toMatchObject({ state: 'created' })
    expect(await ringing(fixture, orderId)).toEqual([partner.driverId])
    await expectInvariants(server)

    // A refusal would tell what the partner's driver is doing.
    const ban_until = new Date(server.clock.now().getTime() + 600_000)
    await server.db.updateTable('users').set({ ban_until }).where('id', '=', partner.driverId).execute()
    expect((await assign(fixture, orderId, partner.driverId)).reply.data).toMatchObject({ state: 'created' })
    expect(await ringing(fixture, orderId)).toEqual([])
  })
})
