import { readOrderDrivers } from '@dispecerat/contract/dispatch/search'
import { createOrder, readOrder, readOrderHistory } from '@dispecerat/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../../apps/server/src/platform/invariants/check-invariants.ts'
import { MovedClock } from '../../apps/server/src/testing/moved-clock.ts'
import { type ApiClient, createApiClient } from '../api/api-client.ts'
import { aPhone, type TestDriverPhone } from '../api/test-driver-phone.ts'
import { searchesPatiently } from '../fixtures/patient-search.ts'
import { type DemoServer, startDemo } from '../servers/demo-server.ts'
import { freshPhone, LONELY_PLACE } from './town.ts'

const clock = new MovedClock()
/** Between two reports. The server looks at the cars once a second, in which some of these pass. */
const STEP_SECONDS = 15
const POLL = { timeout: 60_000, interval: 250 }

let server: DemoServer
let dispatcher: ApiClient

beforeAll(async () => {
  server = await startDemo({ clock })
  dispatcher = await createApiClient(server.url, 'dispecer@demo.ro')
  await searchesPatiently(await createApiClient(server.url, 'manager@demo.ro'))
})

afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
})

const north = (metres: number) => ({ ...LONELY_PLACE, lat: LONELY_PLACE.lat + metres / 111_195 })
const orderOf = async (id: number) => (await dispatcher.request(readOrder, { params: { id } })).data
const say = (phone: TestDriverPhone, id: number, what: string, body: object = {}) =>
  phone.request(what === 'accept' ? 'POST' : 'PATCH', `/api/driver/orders/${id}/${what}`, body)
const offered = (phone: TestDriverPhone, id: number, afterRound = 0) =>
  phone.waitForEvent(
    'order_available',
    ({ order, round_id }) => (order as { id: number }).id === id && (round_id as number) > afterRound,
  )

interface Cars {
  standing: TestDriverPhone
  other: TestDriverPhone
}

/** Time passes, in which the first car stands somewhere and both phones report; returns the order then. */
async function pass({ standing, other }: Cars, metres: number, id: number) {
  clock.pass(STEP_SECONDS)
  await Promise.all([standing.moveTo(north(metres)), other.moveTo(north(2500))])
  return orderOf(id)
}

/** An order that car 112 has, and whose client waits 1500 m away. */
async function anOrderOf112({ standing, other }: Cars): Promise<{ id: number; round: number }> {
  const places = [{ name: 'Cabana', ...LONELY_PLACE }]
  const body = { client_phone: freshPhone(), places, send_to_other_company: false }
  const { id } = (await dispatcher.request(createOrder, { body })).data
  const [, { round_id }] = await Promise.all([offered(standing, id), offered(other, id)])
  await say(standing, id, 'accept')
  return { id, round: round_id as number }
}

async function expectInvariants(): Promise<void> {
  expect(await checkInvariants(server.database.db, clock.now())).toEqual([])
}

test('112 stands still: dispatchers are warned, 113 is asked while 112 keeps the order, accepts and drives', async () => {
  await using standing = await aPhone(server.url, 'sofer112@demo.ro', north(1500))
  await using other = await aPhone(server.url, 'sofer113@demo.ro', north(2500))
  const cars = { standing, other }
  const { id, round } = await anOrderOf112(cars)
  await expect.poll(async () => (await pass(cars, 1500, id)).car_warning?.kind, POLL).toBe('standing')
  await expect.poll(async () => (await pass(cars, 1500, id)).replacement_since, POLL).not.toBeNull()
  await offered(other, id, round)
  expect(await orderOf(id)).toMatchObject({
    state: 'assigned',
    car_indicativ: '112',
    replacement_since: expect.any(String),
  })
  await standing.waitForEvent(
    'order_updated',
    ({ order }) => (order as { replacement_since: string | null }).replacement_since !== null,
  )
  const { searches } = await dispatcher.request(readOrderDrivers, { query: { orderId: String(id) } })
  expect(searches.at(-1)?.drivers.map(({ driver }) => driver.indicativ)).toEqual(['113'])
  await expectInvariants()

  await say(other, id, 'accept')
  const lost = await standing.waitForEvent('order_canceled', ({ order_id }) => order_id === id)
  expect(lost).toMatchObject({ reason: 'no_longer_available' })
  expect(await orderOf(id)).toMatchObject({ state: 'assigned', car_indicativ: '113', replacement_since: null })
  await expect(say(standing, id, 'arrived')).rejects.toThrow()
  const history = (await dispatcher.request(readOrderHistory, { params: { id } })).data.map(({ type }) => type)
  const wanted = ['assigned', 'car_warned', 'replacement_searched', 'replaced']
  expect(history.filter((type) => wanted.includes(type))).toEqual([...wanted, 'assigned'])
  await expectInvariants()
  await say(other, id, 'start')
  await say(other, id, 'finish', { cost: 15 })
})

test('112 stands still and then comes: 113 is not asked any longer, and 112 drives', async () => {
  await using standing = await aPhone(server.url, 'sofer112@demo.ro', north(1500))
  await using other = await aPhone(server.url, 'sofer113@demo.ro', north(2500))
  const cars = { standing, other }
  const { id, round } = await anOrderOf112(cars)
  await expect.poll(async () => (await pass(cars, 1500, id)).replacement_since, POLL).not.toBeNull()
  await offered(other, id, round)
  await expect.poll(async () => (await pass(cars, 1000, id)).replacement_since, POLL).toBeNull()
  const gone = await other.waitForEvent(
    'order_canceled',
    ({ order_id, reason }) => order_id === id && reason === 'taken',
  )
  expect(gone).toBeDefined()
  expect(await orderOf(id)).toMatchObject({
    state: 'assigned',
    car_indicativ: '112',
    car_warning: null,
    replacement_since: null,
  })
  await standing.moveTo(north(20))
  await say(standing, id, 'arrived')
  await say(standing, id, 'start')
  await say(standing, id, 'finish', { cost: 15 })
  await expectInvariants()
})
