import { once } from 'node:events'
import { CLOSE, type Envelope } from '@dispecerat/contract/api/realtime'
import { cancelOrder, createOrder, updateName } from '@dispecerat/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { type ApiClient, createApiClient } from '../api/api-client.ts'
import { aPhone } from '../api/test-driver-phone.ts'
import { aDataDir, type DataDir, isAlive, type RunningServer, startServer } from '../servers/running-server.ts'
import { expectInvariants, rings, WAIT } from './chaos-stage.ts'
import { CORNERS, LONELY_PLACE, orderAt, outcomeOf, place, searchInRounds } from './town.ts'

const [HERE = { lat: 0, long: 0 }] = CORNERS
const MIB = 1024 * 1024

let dataDir: DataDir
let server: RunningServer
let apiClient: ApiClient

beforeAll(async () => {
  dataDir = aDataDir()
  server = await startServer({ dataDir, env: { DEMO: 'on', LOG_LEVEL: 'warn' } })
  apiClient = await createApiClient(server.url, 'dispecer@demo.ro')
  await searchInRounds(server.url, 3, 20)
})

afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await dataDir?.[Symbol.asyncDispose]()
})

interface RawSocket {
  socket: WebSocket
  heard: Envelope[]
  /** Resolves with the close code. */
  code: Promise<number>
}

/** An authenticated socket that sends whatever the test wants. */
async function rawSocket(token: string): Promise<RawSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`)
  const received: Envelope[] = []
  const code = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('error', () => undefined)
  socket.on('message', (text) => received.push(JSON.parse(String(text))))
  await once(socket, 'open')
  socket.send(JSON.stringify({ action: 'auth', token }))
  await expect.poll(() => received.some(({ event }) => event === 'ready'), WAIT).toBe(true)
  return { socket, heard: received, code }
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(new RegExp(`^${name} ([\\d.e+]+)`, 'm').exec(text)?.[1])
}

test('a phone that sends 2,000 frames a second is closed, while another phone receives its offer', async () => {
  await using calm = await aPhone(server.url, 'sofer101@demo.ro', HERE)
  const { token } = await createApiClient(server.url, 'sofer102@demo.ro')
  const loud = await rawSocket(token)
  const frame = JSON.stringify({ event: 'position', data: { ...LONELY_PLACE, accuracy: 5 } })
  const shouting = setInterval(() => {
    for (let n = 0; n < 40; n++) if (loud.socket.readyState === WebSocket.OPEN) loud.socket.send(frame)
  }, 20)
  try {
    const orderId = await place(apiClient, HERE)
    await rings(calm, orderId)
    expect(await outcomeOf(calm.request('POST', `/api/driver/orders/${orderId}/accept`, {}))).toBe('yes')
    expect(await loud.code).toBe(CLOSE.policyViolation)
    await apiClient.request(cancelOrder, { params: { id: orderId }, body: {} })
  } finally {
    clearInterval(shouting)
  }
  await expectInvariants(dataDir)
})

test('consoles that stop reading are disconnected; the others miss nothing, and the memory stays bounded', async () => {
  const long = 'Strada Ștefan cel Mare și Sfânt '.repeat(6)
  const places = Array.from({ length: 52 }, (_, n) => ({ name: `${n} ${long}`, ...LONELY_PLACE }))
  const { data: order } = await apiClient.request(createOrder, { body: { ...orderAt(LONELY_PLACE), places } })
  const reading = await rawSocket(apiClient.token)
  const stalled = await Promise.all(Array.from({ length: 6 }, () => rawSocket(apiClient.token)))
  for (const { socket } of stalled) socket.pause()
  const residentBefore = await metric('process_resident_memory_bytes')

  const changes = () => reading.heard.filter(({ event }) => event === 'order_updated').length
  let edits = 0
  while ((await metric('websockets')) > 1) {
    if (edits > 6000) throw new Error('nobody was cut off')
    for (let n = 0; n < 50; n++) {
      await apiClient.request(updateName, { params: { id: order.id }, body: { name: `Ana ${edits}` } })
      edits += 1
    }
  }
  expect(reading.socket.readyState).toBe(WebSocket.OPEN)
  await expect.poll(changes, WAIT).toBeGreaterThanOrEqual(edits)
  expect((await metric('process_resident_memory_bytes')) - residentBefore).toBeLessThan(300 * MIB)
  expect(isAlive(server.pid)).toBe(true)
  for (const { socket } of [reading, ...stalled]) socket.terminate()
  await expectInvariants(dataDir)
})
