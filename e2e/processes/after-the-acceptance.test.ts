import { changeGroupSettings } from '@dispecerat/contract/identity/settings'
import { lookUpClient } from '@dispecerat/contract/orders/clients'
import { createOrder, readOrder, readOrderHistory } from '@dispecerat/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from '../api/api-client.ts'
import { aPhone, type TestDriverPhone } from '../api/test-driver-phone.ts'
import { searchesPatiently } from '../fixtures/patient-search.ts'
import { type DemoServer, startDemo } from '../servers/demo-server.ts'
import { LONELY_PLACE } from './town.ts'

let server: DemoServer
let manager: ApiClient
let dispatcher: ApiClient

beforeAll(async () => {
  server = await startDemo()
  manager = await createApiClient(server.url, 'manager@demo.ro')
  dispatcher = await createApiClient(server.url, 'dispecer@demo.ro')
  await searchesPatiently(manager)
})

afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
})

/** Offers of these tests reach only drivers who stand here. */
const here = (metres: number) => ({ ...LONELY_PLACE, lat: LONELY_PLACE.lat + metres / 111_195 })

async function anOrder(phone: string): Promise<number> {
  const body = { client_phone: phone, places: [{ name: 'Cabana', ...LONELY_PLACE }], send_to_other_company: false }
  return (await dispatcher.request(createOrder, { body })).data.id
}

const offered = (phone: TestDriverPhone, id: number, afterRound = 0) =>
  phone.waitForEvent(
    'order_available',
    (data) => (data.order as { id: number }).id === id && (data.round_id as number) > afterRound,
  )
const say = (phone: TestDriverPhone, id: number, what: string, body: object = {}) =>
  phone.request(what === 'accept' ? 'POST' : 'PATCH', `/api/driver/orders/${id}/${what}`, body)

test('a driver gives the order back: the other one gets it at once, nobody calls the client', async () => {
  await using first = await aPhone(server.url, 'sofer103@demo.ro', here(20))
  await using second = await aPhone(server.url, 'sofer104@demo.ro', here(200))
  const id = await anOrder('0744700101')
  await Promise.all([offered(first, id), offered(second, id)])
  const round = (await offered(first, id)).round_id as number
  await say(first, id, 'accept')
  await second.waitForEvent('order_canceled', ({ order_id }) => order_id === id)

  await say(first, id, 'cancel', { reason: 'Pană' })
  await offered(second, id, round)
  await first.waitForEvent(
    'order_canceled',
    ({ order_id, reason }) => order_id === id && reason === 'no_longer_available',
  )
  await say(second, id, 'accept')
  const { data } = await dispatcher.request(readOrder, { params: { id } })
  expect(data).toMatchObject({
    state: 'assigned',
    driver: { default_car: { indicativ: '104' } },
    always_in_call: false,
  })
  const offersOfFirst = first.heard.filter(
    ({ event, data: offer }) => event === 'order_available' && (offer as { order: { id: number } }).order.id === id,
  )
  expect(offersOfFirst).toHaveLength(1)
  const history = (await dispatcher.request(readOrderHistory, { params: { id } })).data.map(({ type }) => type)
  expect(history.filter((type) => ['assigned', 'returned', 'canceled'].includes(type))).toEqual([
    'assigned',
    'returned',
    'assigned',
  ])
  await say(second, id, 'start')
  await say(second, id, 'finish', { cost: 15 })
})

test('a client who does not come: refused while the driver has to wait, then counted against the client', async () => {
  await using driver = await aPhone(server.url, 'sofer105@demo.ro', here(20))
  const phone = '0744700102'
  const id = await anOrder(phone)
  await offered(driver, id)
  await say(driver, id, 'accept')
  await say(driver, id, 'arrived')
  const absent = () => say(driver, id, 'no-show', { reason: 'Nu răspunde la interfon' })
  await expect(absent()).rejects.toThrow()
  await manager.request(changeGroupSettings, { params: { group: 'orders' }, body: { no_show_wait_min: 0 } })
  await absent()
  const { data } = await dispatcher.request(readOrder, { params: { id } })
  expect(data).toMatchObject({ state: 'canceled', cancellation_reason_type: 'no_show', cancelled_by: 'driver' })
  const client = await dispatcher.request(lookUpClient, { body: { phone } })
  expect(client.data).toMatchObject({ canceled_count: 1, no_shows_count: 1 })
})
