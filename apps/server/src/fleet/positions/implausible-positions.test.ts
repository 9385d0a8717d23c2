import { acceptOrder, reportPosition } from '@dispecerat/contract/dispatch/driver'
import { readOrderDrivers } from '@dispecerat/contract/dispatch/search'
import { readDriver } from '@dispecerat/contract/orders/company-dispatch'
import { readOrderEta } from '@dispecerat/contract/orders/estimates'
import { notifyDrivers } from '@dispecerat/contract/orders/orders'
import { readOrderRoute } from '@dispecerat/contract/orders/routes'
import { CONSISTENT_FIXES } from '@dispecerat/domain/fleet/position-plausibility'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { createSearchFixture, northOfPickup, type SearchFixture } from '../../testing/search-fixture.ts'

const server = { env: { MAX_PLAUSIBLE_KMH: '200' } }
const STEPS = [{ searchType: 'by_radius', searchLimit: 5000, searchSeconds: 10 } as const]

/** The first driver reports this position, as an app does every five seconds. */
async function report({ server, drivers }: SearchFixture, point: Point, more: { is_mock?: boolean } = {}) {
  server.pass(5)
  const { reply } = await server.request(
    reportPosition,
    { body: { ...point, accuracy: 10, ...more } },
    drivers[0]?.token,
  )
  expect(reply).toEqual({ accepted: true })
}

async function whyNotBelieved({ server, drivers, dispatcher }: SearchFixture) {
  const id = drivers[0]?.driverId ?? 0
  return (await server.request(readDriver, { params: { id } }, dispatcher)).reply.data.implausible_position
}

async function reasonsOf({ server, dispatcher }: SearchFixture, orderId: OrderId) {
  const { reply } = await server.request(readOrderDrivers, { query: { orderId } }, dispatcher)
  return reply.searches[0]?.passed_over.map(({ driver_id, reason }) => ({ driver_id, reason }))
}

test('a driver who jumps 200 km to the pickup is offered the order only after five consistent fixes', async () => {
  await using fixture = await createSearchFixture({ metres: [200_000, 900], steps: STEPS, server })
  const [jumper, honest] = fixture.drivers
  await report(fixture, northOfPickup(200_000))
  await report(fixture, northOfPickup(20))
  expect(await whyNotBelieved(fixture)).toBe('jump')
  const orderId = await fixture.place()
  expect((await fixture.offers(orderId)).map(({ driver_id }) => driver_id)).toEqual([honest?.driverId])
  expect(await reasonsOf(fixture, orderId)).toEqual([{ driver_id: jumper?.driverId, reason: 'implausible_position' }])

  for (let fix = 0; fix < CONSISTENT_FIXES; fix++) await report(fixture, northOfPickup(20))
  expect(await whyNotBelieved(fixture)).toBeNull()
  await fixture.pass(1)
  expect((await fixture.offers(orderId)).map(({ driver_id }) => driver_id)).toContain(jumper?.driverId)
})

test('a position that is faked by another app is marked, by request and by socket', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: STEPS, server })
  await report(fixture, northOfPickup(100), { is_mock: true })
  expect(await whyNotBelieved(fixture)).toBe('mock')
  for (let fix = 0; fix < CONSISTENT_FIXES; fix++) await report(fixture, northOfPickup(100))
  expect(await whyNotBelieved(fixture)).toBeNull()
  const phone = await fixture.phone(0)
  fixture.server.pass(5)
  phone.send({ event: 'position', data: { ...northOfPickup(100), is_mock: true } })
  await expect.poll(() => whyNotBelieved(fixture)).toBe('mock')
})

test('the arrival time of a car is computed from the last plausible position', async () => {
  await using fixture = await createSearchFixture({ metres: [1000], steps: STEPS, server })
  const { server: node, dispatcher, drivers } = fixture
  await report(fixture, northOfPickup(1000))
  const id = await fixture.place()
  const params = { id }
  expect((await node.request(acceptOrder, { params, body: {} }, drivers[0]?.token)).status).toBe(200)
  await fixture.settle()
  const eta = async () => (await node.request(readOrderEta, { params }, dispatcher)).reply.data.drivers
  const way = async () => (await node.request(readOrderRoute, { params }, dispatcher)).reply.data.to_pickup?.metres
  const [{ metres } = { metres: 0 }] = await eta()
  const believed = await way()
  await report(fixture, northOfPickup(20), { is_mock: true })
  expect(await eta()).toMatchObject([{ metres, lat: northOfPickup(1000).lat }])
  expect(await way()).toBe(believed)
})

test('a mark survives a restart of the server', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: STEPS, server })
  await report(fixture, northOfPickup(100), { is_mock: true })
  await fixture.server.stopJobs()
  await using next = await aServer({ besides: fixture.server, ...server })
  await next.startJobs()
  expect(await whyNotBelieved({ ...fixture, server: next })).toBe('mock')
})

test('a driver whom the dispatcher names gets an offer in spite of the mark', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: STEPS, server })
  await report(fixture, northOfPickup(100), { is_mock: true })
  const orderId = await fixture.place()
  expect(await fixture.offers(orderId)).toEqual([])
  const driverIds = fixture.drivers.map(({ driverId }) => driverId)
  const body = { driver_ids: driverIds }
  expect(
    (await fixture.server.request(notifyDrivers, { params: { id: orderId }, body }, fixture.dispatcher)).status,
  ).toBe(200)
  await fixture.settle()
  expect((await fixture.offers(orderId)).map(({ driver_id }) => driver_id)).toEqual(driverIds)
})
