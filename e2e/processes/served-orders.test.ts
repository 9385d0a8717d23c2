import { setTimeout as sleep } from 'node:timers/promises'
import { deleteSearchInterval, listSearchIntervals } from '@dispecerat/contract/dispatch/search-rules'
import { changeGroupSettings } from '@dispecerat/contract/identity/settings'
import { readOrder } from '@dispecerat/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from '../api/api-client.ts'
import { aPhone, type TestDriverPhone } from '../api/test-driver-phone.ts'
import { aDataDir, type DataDir, type RunningServer, startServer } from '../servers/running-server.ts'
import { expectInvariants, phonesAt, WAIT } from './chaos-stage.ts'
import { CORNERS, LONELY_PLACE, place, searchInRounds } from './town.ts'

/** As the first rules are: no interval applies, so the fallback runs. */
const [TOWN_SQUARE = LONELY_PLACE] = CORNERS
const ANSWER_MS = 4_000
const TEST_MS = 180_000

let dataDir: DataDir
let server: RunningServer
let apiClient: ApiClient
let phones: TestDriverPhone[] = []
let answering: NodeJS.Timeout[] = []

beforeAll(async () => {
  dataDir = aDataDir()
  server = await startServer({ dataDir, env: { DEMO: 'on' } })
  apiClient = await createApiClient(server.url, 'dispecer@demo.ro')
  const manager = await createApiClient(server.url, 'manager@demo.ro')
  const { data } = await manager.request(listSearchIntervals)
  for (const { id } of data) await manager.request(deleteSearchInterval, { params: { id } })
})

afterAll(async () => {
  switchOff()
  await server?.[Symbol.asyncDispose]()
  await dataDir?.[Symbol.asyncDispose]()
})

function switchOff(): void {
  for (const timer of answering) clearInterval(timer)
  for (const phone of phones) phone.switchOff()
  answering = []
  phones = []
}

/** Accepts every order that rings, some seconds later: another driver may have it by then. */
function acceptEverything(phone: TestDriverPhone): void {
  let read = 0
  answering.push(
    setInterval(() => {
      for (const frame of phone.heard.slice(read)) {
        if (frame.event !== 'order_available') continue
        const { order } = frame.data as { order: { id: number } }
        const accept = () => phone.request('POST', `/api/driver/orders/${order.id}/accept`, {}).catch(() => undefined)
        setTimeout(accept, ANSWER_MS)
      }
      read = phone.heard.length
    }, 50),
  )
}

async function driversOf(orderIds: readonly number[]): Promise<(number | null)[]> {
  const orders = await Promise.all(orderIds.map((id) => apiClient.request(readOrder, { params: { id } })))
  return orders.map(({ data }) => (data.state === 'assigned' ? (data.driver?.id ?? null) : null))
}

async function expectAllServed(orderIds: readonly number[]): Promise<void> {
  await expect
    .poll(async () => (await driversOf(orderIds)).filter((id) => id !== null).length, WAIT)
    .toBe(orderIds.length)
  expect(new Set(await driversOf(orderIds)).size).toBe(orderIds.length)
  await expectInvariants(dataDir, { isServed: true })
}

test(
  'one order each three seconds and twenty free drivers: all fifteen orders find a driver',
  async () => {
    phones = await phonesAt(server.url, [TOWN_SQUARE], 20)
    phones.forEach(acceptEverything)
    const orderIds: number[] = []
    for (let n = 0; n < 15; n++) {
      orderIds.push(await place(apiClient, TOWN_SQUARE))
      await sleep(3_000)
    }
    await expectAllServed(orderIds)
    switchOff()
  },
  TEST_MS,
)

test(
  'ten orders at once and ten free drivers: each order finds its own',
  async () => {
    phones = await phonesAt(server.url, [LONELY_PLACE], 10, 121)
    phones.forEach(acceptEverything)
    const orderIds = await Promise.all(Array.from({ length: 10 }, () => place(apiClient, LONELY_PLACE)))
    await expectAllServed(orderIds)
    switchOff()
  },
  TEST_MS,
)

test(
  'a driver who comes on duty rings for the oldest of six waiting orders, and after each refusal for the next',
  async () => {
    const manager = await createApiClient(server.url, 'manager@demo.ro')
    await manager.request(changeGroupSettings, { params: { group: 'search' }, body: { skip_empty_steps: false } })
    await searchInRounds(server.url, 1, 120)
    const orderIds: number[] = []
    for (let n = 0; n < 6; n++) {
      orderIds.push(await place(apiClient, LONELY_PLACE))
      await sleep(300)
    }
    const phone = await aPhone(server.url, 'sofer131@demo.ro', LONELY_PLACE)
    phones = [phone]
    for (const orderId of orderIds) {
      const offered = () => phone.heard.filter(({ event }) => event === 'order_available')
      const rung = orderIds.indexOf(orderId) + 1
      await expect.poll(() => offered().length, WAIT).toBe(rung)
      expect(offered().at(-1)?.data).toMatchObject({ order: { id: orderId } })
      await phone.request('POST', `/api/driver/orders/${orderId}/refuse`, {})
    }
    await expectInvariants(dataDir, { isServed: true })
  },
  TEST_MS,
)
