import { readOrderDrivers } from '@dispecerat/contract/dispatch/search'
import { cancelOrder } from '@dispecerat/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from '../api/api-client.ts'
import { aPhone, type TestDriverPhone } from '../api/test-driver-phone.ts'
import { aDataDir, type DataDir, type RunningServer, startServer } from '../servers/running-server.ts'
import { aChaosProxy, type ChaosProxy } from './chaos-proxy.ts'
import { expectInvariants, receivedOffers, rings, rowsOf, snapshotsOf, WAIT } from './chaos-stage.ts'
import { CORNERS, outcomeOf, place, searchInRounds } from './town.ts'

const [HERE = { lat: 0, long: 0 }] = CORNERS
/** Time to answer on a busy machine, and less than the 60 s after which the server closes a silent socket. */
const ROUND_SECONDS = 30
/** Heartbeats are sent every 25 s; the next one closes a socket that was silent for more than 60 s. */
const HALF_OPEN = { timeout: 110_000, interval: 500 }

let dataDir: DataDir
let server: RunningServer
let apiClient: ApiClient
let wire: ChaosProxy
let cut: TestDriverPhone
let near: TestDriverPhone

beforeAll(async () => {
  dataDir = aDataDir()
  server = await startServer({ dataDir, env: { DEMO: 'on' } })
  apiClient = await createApiClient(server.url, 'dispecer@demo.ro')
  await searchInRounds(server.url, 3, ROUND_SECONDS, 'by_rotation')
  wire = await aChaosProxy(server.port)
  cut = await aPhone(wire.url, 'sofer101@demo.ro', HERE)
  near = await aPhone(server.url, 'sofer102@demo.ro', { lat: HERE.lat + 0.003, long: HERE.long })
})

afterAll(async () => {
  for (const phone of [cut, near]) phone?.switchOff()
  await server?.[Symbol.asyncDispose]()
  await wire?.[Symbol.asyncDispose]()
  await dataDir?.[Symbol.asyncDispose]()
})

async function offersOf(orderId: number) {
  const { searches } = await apiClient.request(readOrderDrivers, { query: { orderId } })
  return searches.flatMap(({ drivers }) => drivers.map(({ driver, fate }) => [driver.indicativ, fate]))
}

async function openSockets(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(/^websockets (\d+)/m.exec(text)?.[1])
}

test("a driver's connection dies silently: the next driver gets the offer, and the first one reconnects to the current state", async () => {
  const before = snapshotsOf(cut).length
  await expect.poll(openSockets, WAIT).toBe(2)
  wire.blackhole('everything')
  const orderId = await place(apiClient, HERE)
  await rings(near, orderId)
  expect(receivedOffers(cut, orderId)).toBe(0)
  expect((await offersOf(orderId)).slice(0, 2)).toEqual([
    ['101', 'not_delivered'],
    ['102', 'open'],
  ])
  expect(await outcomeOf(near.request('POST', `/api/driver/orders/${orderId}/accept`, {}))).toBe('yes')

  // Only the heartbeat can find the dead socket.
  await expect.poll(openSockets, HALF_OPEN).toBe(1)
  wire.restore()
  await expect.poll(() => snapshotsOf(cut).length, WAIT).toBeGreaterThan(before)
  expect(snapshotsOf(cut).at(-1)).toEqual({ offers: [], active_orders: [], pending_orders: [] })
  expect(await outcomeOf(cut.request('POST', `/api/driver/orders/${orderId}/accept`, {}))).toBe('offer.taken')

  await cut.moveTo(HERE)
  const next = await place(apiClient, HERE)
  await rings(cut, next)
  expect(await outcomeOf(cut.request('POST', `/api/driver/orders/${next}/accept`, {}))).toBe('yes')
  await expectInvariants(dataDir)
  for (const id of [orderId, next]) await apiClient.request(cancelOrder, { params: { id }, body: {} })
}, 400_000)

test("the reply to a driver's accept is lost: accepting again succeeds, and the order is driven once", async () => {
  const [other = HERE] = CORNERS.slice(1)
  await using driver = await aPhone(wire.url, 'sofer103@demo.ro', other)
  const orderId = await place(apiClient, other)
  await rings(driver, orderId)
  wire.blackhole('answers')
  const sayYes = () =>
    outcomeOf(driver.request('POST', `/api/driver/orders/${orderId}/accept`, {})).catch(() => 'no answer')
  expect(await sayYes()).toBe('no answer')
  wire.restore()
  // The first tries may still use a connection that was cut.
  await expect.poll(sayYes, WAIT).toBe('yes')
  const assigned = await rowsOf(dataDir, "select id from order_history where order_id = $1 and type = 'assigned'", [
    orderId,
  ])
  expect(assigned).toHaveLength(1)
  await expectInvariants(dataDir)
})
