import { once } from 'node:events'
import { readOrderCounts } from '@dispecerat/contract/orders/order-lists'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { until } from '../../apps/server/src/testing/until.ts'
import { type ApiClient, createApiClient } from '../api/api-client.ts'
import { aDataDir, type DataDir, isAlive, type RunningServer, startServer } from '../servers/running-server.ts'
import { expectInvariants, rowsOf } from './chaos-stage.ts'
import { HOSTILE_FRAMES, type HostileRequest, hostileRequests } from './hostile-corpus.ts'

const COURIER_COMPANY = 2
/** Words of a library's English messages. The one English sentence that we send is in the specification. */
const ENGLISH =
  /\b(invalid (input|option|string|type|json)|expected|received|required|must|unrecognized|unexpected|string|number|error|bad request|not found|too)\b/i
const SPECIFIED = 'Please enter address'

let dataDir: DataDir
let server: RunningServer
let apiClient: ApiClient

beforeAll(async () => {
  dataDir = aDataDir()
  server = await startServer({ dataDir, env: { DEMO: 'on' } })
  apiClient = await createApiClient(server.url, 'dispecer@demo.ro')
})

afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await dataDir?.[Symbol.asyncDispose]()
})

/** Row counts of every table that a person can write to, and the newest change of an order and of a driver. */
async function everythingWritten(): Promise<unknown> {
  const tables = [
    'orders',
    'order_places',
    'order_history',
    'order_numbers',
    'search_walks',
    'search_rounds',
    'search_offers',
    'users',
    'user_roles',
    'saved_addresses',
    'blocked_phones',
    'messages',
    'idempotency_keys',
    'internal_places',
    'driver_shifts',
    'driver_last_positions',
    'calls',
    'access_tokens',
  ]
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`)
  return rowsOf(
    dataDir,
    `select ${counts.join(', ')}, (select max(updated_at) from orders) as newest_order,
       (select max(updated_at) from driver_status) as newest_driver`,
  )
}

async function send({ method, path, body, contentType }: HostileRequest) {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${apiClient.token}`, ...(contentType ? { 'content-type': contentType } : {}) },
    body: body === undefined ? null : new Uint8Array(Buffer.from(body)),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Reason why a reply is not a proper refusal in Romanian; null when it is one. */
function fault({ status, text }: { status: number; text: string }): string | null {
  if (status < 400 || status >= 500) return `answered ${status}`
  const { message, errors = {} } = JSON.parse(text) as { message?: unknown; errors?: Record<string, string[]> }
  if (typeof message !== 'string') return 'has no message'
  const english = [message, ...Object.values(errors).flat()].find((text) => text !== SPECIFIED && ENGLISH.test(text))
  return english === undefined ? null : `speaks English: ${english}`
}

test('invalid input over HTTP is refused in Romanian and writes nothing', async () => {
  const [otherTenant] = await rowsOf<{ id: number }>(
    dataDir,
    'select max(id) as id from orders where created_by_company_id = $1',
    [COURIER_COMPANY],
  )
  expect(otherTenant?.id).toBeGreaterThan(0)
  const before = await everythingWritten()
  const faults: string[] = []
  for (const hostile of hostileRequests(otherTenant?.id ?? 0)) {
    const answer = await send(hostile).catch((error) => ({ status: 0, text: String(error) }))
    const why = fault(answer)
    const described = `${hostile.method} ${hostile.path} ${String(hostile.body ?? '').slice(0, 120)} (${hostile.contentType})`
    if (why) faults.push(`${described} ${why}`)
  }
  expect(faults).toEqual([])
  expect(await everythingWritten()).toEqual(before)
  expect(isAlive(server.pid)).toBe(true)
  await expectInvariants(dataDir)
})

test.each(['sofer101@demo.ro', 'dispecer2@demo.ro'])(
  'invalid frames on the socket of %s are refused or close that socket, never the server',
  async (email) => {
    const { token } = await createApiClient(server.url, email)
    const before = await everythingWritten()
    // One after another, because the newest phone of a driver closes the older one.
    for (const frame of HOSTILE_FRAMES) {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`)
      socket.on('error', () => undefined)
      const received: string[] = []
      socket.on('message', (data) => received.push((JSON.parse(String(data)) as { event: string }).event))
      const isOver = once(socket, 'close')
      await once(socket, 'open')
      socket.send(JSON.stringify({ action: 'auth', token }))
      const isReceivedOrClosed = (event: string) => () =>
        received.includes(event) || socket.readyState !== WebSocket.OPEN
      await until('the socket is ready', isReceivedOrClosed('ready'))
      expect(received).toContain('ready')
      socket.send(frame)
      socket.send('{"event":"ping"}')
      await until('the ping is answered or the socket closed', isReceivedOrClosed('pong'))
      socket.close()
      await isOver
    }
    expect(await everythingWritten()).toEqual(before)
    expect(isAlive(server.pid)).toBe(true)
    await apiClient.request(readOrderCounts, {})
    await expectInvariants(dataDir)
  },
)

test('a socket whose first frame is invalid or has an unknown token is closed', async () => {
  for (const first of [...HOSTILE_FRAMES, '{"action":"auth","token":"altul"}', '{"event":"ping"}']) {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`)
    socket.on('error', () => undefined)
    const closed = once(socket, 'close')
    await once(socket, 'open')
    socket.send(first)
    const [code] = (await closed) as [number]
    expect([1006, 1008, 1009, 4401]).toContain(code)
  }
  expect(isAlive(server.pid)).toBe(true)
})
