import { listOffers, reportPosition, startShift } from '@dispecerat/contract/driver'
import { cancelOrder } from '@dispecerat/contract/orders'
import { readOrderDrivers } from '@dispecerat/contract/search'
import {
  allowSimulatedDrivers,
  createSimulatedDrivers,
  openSimulatedPhones,
  removeSimulatedDriver,
} from '@dispecerat/contract/simulator'
import { expect, test } from 'vitest'
import { aSearchRoom, expectInvariants, northOfPickup, type SearchRoom } from '../testing/a-search-room.ts'
import { aUser } from '../testing/builders.ts'

/** Other nodes hear of a setting through the log. */
const TIMEOUT = { timeout: 30_000 }

/** A room with one real driver 900 m away, and one simulated driver on duty 100 m from the pickup. */
async function aMixedRoom() {
  const room = await aSearchRoom({ metres: [900], steps: [{ searchType: 'by_zone', searchSeconds: 20 }] })
  const { server, companyId } = room
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
    const asked = { params, body: { simulate_in_production: isAllowed } }
    expect((await server.request(allowSimulatedDrivers, asked, admin)).reply.data.simulate_in_production).toBe(
      isAllowed,
    )
  }
  return { ...room, admin, simulated, token, virtualPhone, allow }
}

/** Who was asked for the order, and why the others were not. */
async function roundOf({ server, dispatcher }: SearchRoom, orderId: number) {
  const { reply } = await server.request(readOrderDrivers, { query: { orderId } }, dispatcher)
  const [round] = reply.searches
  return {
    asked: (round?.drivers ?? []).map(({ driver }) => driver.id),
    passedOver: Object.fromEntries((round?.passed_over ?? []).map(({ driver_id, reason }) => [driver_id, reason])),
  }
}

test('a simulated driver gets no real order until the company lets him, and the search says why', async () => {
  await using room = await aMixedRoom()
  const [real] = room.drivers
  const first = await room.place()
  expect(await roundOf(room, first)).toEqual({
    asked: [real?.driverId],
    passedOver: { [room.simulated]: 'simulated' },
  })
  expect(room.virtualPhone.framesOf('order_available')).toEqual([])
  await room.server.request(cancelOrder, { params: { id: first }, body: {} }, room.dispatcher)

  await room.allow(true)
  await expect
    .poll(async () => {
      const orderId = await room.place()
      const { asked } = await roundOf(room, orderId)
      await room.server.request(cancelOrder, { params: { id: orderId }, body: {} }, room.dispatcher)
      return asked
    }, TIMEOUT)
    .toEqual([room.simulated, real?.driverId])
  await room.virtualPhone.waitForEvent('order_available')

  await room.allow(false)
  await expect
    .poll(async () => {
      const orderId = await room.place()
      const { passedOver } = await roundOf(room, orderId)
      await room.server.request(cancelOrder, { params: { id: orderId }, body: {} }, room.dispatcher)
      return passedOver
    }, TIMEOUT)
    .toEqual({ [room.simulated]: 'simulated' })
  await expectInvariants(room.server)
})

test('an offer that rings at a driver who is removed is withdrawn', async () => {
  await using room = await aMixedRoom()
  await room.allow(true)
  const isAsked = async () => (await roundOf(room, await room.place())).asked.includes(room.simulated)
  await expect.poll(isAsked, TIMEOUT).toBe(true)
  const { reply } = await room.server.request(listOffers, {}, room.token)
  const orderId = reply.data[0]?.order.id ?? 0
  await room.server.request(removeSimulatedDriver, { params: { id: room.simulated } }, room.admin)
  const fate = async () => {
    await room.pass(2)
    return (await room.offers(orderId)).find(({ driver_id }) => driver_id === room.simulated)?.fate
  }
  await expect.poll(fate, TIMEOUT).not.toBe('open')
  await expectInvariants(room.server)
})
