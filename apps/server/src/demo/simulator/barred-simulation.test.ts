import {
  allowSimulatedDrivers,
  createSimulatedDrivers,
  openSimulatedPhones,
  removeSimulatedDriver,
} from '@dispecerat/contract/demo/simulator'
import { listOffers, reportPosition, startShift } from '@dispecerat/contract/dispatch/driver'
import { readOrderDrivers } from '@dispecerat/contract/dispatch/search'
import { cancelOrder } from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import {
  createSearchFixture,
  expectInvariants,
  northOfPickup,
  type SearchFixture,
} from '../../testing/search-fixture.ts'

/** Nodes learn of a changed setting through the event log. */
const TIMEOUT = { timeout: 30_000 }

/** One real driver 900 m from the pickup, and one simulated driver on duty at 100 m. */
async function createMixedFixture() {
  const fixture = await createSearchFixture({ metres: [900], steps: [{ searchType: 'by_zone', searchSeconds: 20 }] })
  const { server, companyId } = fixture
  const { email } = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const admin = await server.logIn(email)
  const body = { company_id: companyId, count: 1 }
  const [made] = (await server.request(createSimulatedDrivers, { body }, admin)).reply.data
  const simulated = made?.id ?? 0
  const phones = await server.request(openSimulatedPhones, { body: { driver_ids: [simulated] } }, admin)
  const token = phones.reply.data[0]?.token ?? ''
  await server.request(startShift, { body: {} }, token)
  await server.request(reportPosition, { body: northOfPickup(100) }, token)
  const virtualPhone = await server.socket(token)
  const allow = async (isAllowed: boolean) => {
    const params = { id: companyId }
    const options = { params, body: { simulate_in_production: isAllowed } }
    expect((await server.request(allowSimulatedDrivers, options, admin)).reply.data.simulate_in_production).toBe(
      isAllowed,
    )
  }
  return { ...fixture, admin, simulated, token, virtualPhone, allow }
}

/** Drivers who were offered the order, and the reasons why others were passed over. */
async function roundOf({ server, dispatcher }: SearchFixture, orderId: OrderId) {
  const { reply } = await server.request(readOrderDrivers, { query: { orderId } }, dispatcher)
  const [round] = reply.searches
  return {
    offered: (round?.drivers ?? []).map(({ driver }) => driver.id),
    passedOver: Object.fromEntries((round?.passed_over ?? []).map(({ driver_id, reason }) => [driver_id, reason])),
  }
}

test('a simulated driver gets no real order until the company allows it, and the search has the reason', async () => {
  await using fixture = await createMixedFixture()
  const [real] = fixture.drivers
  const first = await fixture.place()
  expect(await roundOf(fixture, first)).toEqual({
    offered: [real?.driverId],
    passedOver: { [fixture.simulated]: 'simulated' },
  })
  expect(fixture.virtualPhone.framesOf('order_available')).toEqual([])
  await fixture.server.request(cancelOrder, { params: { id: first }, body: {} }, fixture.dispatcher)

  await fixture.allow(true)
  await expect
    .poll(async () => {
      const orderId = await fixture.place()
      const { offered } = await roundOf(fixture, orderId)
      await fixture.server.request(cancelOrder, { params: { id: orderId }, body: {} }, fixture.dispatcher)
      return offered
    }, TIMEOUT)
    .toEqual([fixture.simulated, real?.driverId])
  await fixture.virtualPhone.waitForEvent('order_available')

  await fixture.allow(false)
  await expect
    .poll(async () => {
      const orderId = await fixture.place()
      const { passedOver } = await roundOf(fixture, orderId)
      await fixture.server.request(cancelOrder, { params: { id: orderId }, body: {} }, fixture.dispatcher)
      return passedOver
    }, TIMEOUT)
    .toEqual({ [fixture.simulated]: 'simulated' })
  await expectInvariants(fixture.server)
})

test('an open offer to a simulated driver who is removed is withdrawn', async () => {
  await using fixture = await createMixedFixture()
  await fixture.allow(true)
  const isOffered = async () => (await roundOf(fixture, await fixture.place())).offered.includes(fixture.simulated)
  await expect.poll(isOffered, TIMEOUT).toBe(true)
  const { reply } = await fixture.server.request(listOffers, {}, fixture.token)
  const orderId = asId<OrderId>(reply.data[0]?.order.id ?? 0)
  await fixture.server.request(removeSimulatedDriver, { params: { id: fixture.simulated } }, fixture.admin)
  const fate = async () => {
    await fixture.pass(2)
    return (await fixture.offers(orderId)).find(({ driver_id }) => driver_id === fixture.simulated)?.fate
  }
  await expect.poll(fate, TIMEOUT).not.toBe('open')
  await expectInvariants(fixture.server)
})
