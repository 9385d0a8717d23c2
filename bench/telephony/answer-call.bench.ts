import { once } from 'node:events'
import { lookUpClient } from '@dispecerat/contract/orders/clients'
import { acceptCall, endCall, ringSimulatedCall } from '@dispecerat/contract/telephony/calls'
import { sql } from 'kysely'
import WebSocket from 'ws'
import type { Tx } from '../../apps/server/src/platform/db/database.ts'
import { limitStatements } from '../../apps/server/src/platform/db/limit-statements.ts'
import { type ApiClient, createApiClient } from '../../e2e/api/api-client.ts'
import { type Installation, openInstallation } from '../bench-installation.ts'
import { type Bench, type BenchRow, percentile } from '../measure.ts'

const PAST_ORDERS = 100_000
const CLIENTS = 5_000
const AT_ONCE = 5_000
const CALLS = 400
const LOOK_UPS = 2_000
/** Delays that a person does not notice; `accept` is the server's part of the 200 ms that ux.md allows for an answer. */
const LIMITS_MS = { lookUp: 30, ring: 300, accept: 100 }

type Times = number[]

/** Server times while a dispatcher takes a call, in a company with a long history. */
export const bench: Bench = {
  name: 'answer-call',
  run: async () => {
    await using installation = await openInstallation({ drivers: 0 })
    await fillMemory(installation)
    const exchange = await createApiClient(installation.url, 'manager@demo.ro')
    const apiClient = await createApiClient(installation.url, 'dispecer@demo.ro')
    const listener = await listen(installation.url, apiClient.token)
    try {
      await lookUps(apiClient, 100)
      const lookUp = await lookUps(apiClient, LOOK_UPS)
      await calls(exchange, apiClient, listener, 20)
      const { ring, accept } = await calls(exchange, apiClient, listener, CALLS)
      return {
        title: 'A caller, from the ring to the draft',
        growsWith: 'what is remembered of that phone alone; past orders of other phones cost nothing.',
        rows: [
          row('client looked up, p99', lookUp, LIMITS_MS.lookUp),
          row('ring → the dispatcher’s socket, p99', ring, LIMITS_MS.ring),
          row('answer → draft, client and addresses, p99', accept, LIMITS_MS.accept),
        ],
        notes: [
          `p50: ${[lookUp, ring, accept].map((times) => `${percentile(times, 0.5).toFixed(1)} ms`).join(', ')}`,
          `${PAST_ORDERS} past orders of ${CLIENTS} phones, one after another over real HTTP`,
        ],
      }
    } finally {
      listener.socket.terminate()
    }
  },
}

function row(what: string, times: Times, limit: number): BenchRow {
  return { what, unit: 'ms', ours: percentile(times, 0.99), peer: limit, peerName: 'limit', better: 'lower' }
}

const phoneOf = (n: number) => `+4073${String(1_000_000 + (n % CLIENTS))}`

function fillMemory({ db }: Installation): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await limitStatements(tx, 0)
    await fill(tx)
    await sql`analyze orders, saved_addresses`.execute(tx)
  })
}

async function fill(tx: Tx): Promise<void> {
  for (let from = 1; from <= PAST_ORDERS; from += AT_ONCE) {
    await sql`
      insert into orders (state, client_phone, phone, created_by_company_id, departure_time, placed_at, canceled_at,
        cancellation_reason_type, created_at, updated_at, address)
      select 'canceled', phone, phone, 1, at, at, at, 'client_canceled', at, at, 'Strada Lungă ' || n % 90
      from generate_series(${from}::int, ${from + AT_ONCE - 1}::int) as n,
        lateral (select now() - n * interval '3 minutes' as at, '+4073' || (1000000 + n % ${CLIENTS}::int) as phone) as past
    `.execute(tx)
  }
  await sql`
    insert into saved_addresses (company_id, phone, name, lat, long, lat_e5, long_e5, use_count, last_used_at)
    select 1, '+4073' || (1000000 + n)::text, 'Strada Lungă ' || door, 45.64, 25.58, 4564000 + door, 2558000, door, now()
    from generate_series(0, ${CLIENTS - 1}) as n, generate_series(1, 5) as door
  `.execute(tx)
}

async function lookUps(apiClient: ApiClient, count: number): Promise<Times> {
  const times: Times = []
  for (let n = 0; n < count; n++) {
    const from = performance.now()
    await apiClient.request(lookUpClient, { body: { phone: phoneOf(n * 7) } })
    times.push(performance.now() - from)
  }
  return times
}

interface Listener {
  socket: WebSocket
  heardAt: Map<string, number>
}

async function listen(url: string, token: string): Promise<Listener> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`)
  const receivedAt = new Map<string, number>()
  await once(socket, 'open')
  socket.on('message', (data) => {
    const frame = JSON.parse(data.toString()) as { event: string; data?: { phone?: string } }
    if (frame.event === 'ping') socket.send('{"event":"pong"}')
    if (frame.event === 'client_call_incoming') receivedAt.set(frame.data?.phone ?? '', performance.now())
  })
  socket.send(JSON.stringify({ action: 'auth', token }))
  await once(socket, 'message')
  return { socket, heardAt: receivedAt }
}

async function calls(exchange: ApiClient, apiClient: ApiClient, listener: Listener, count: number) {
  const times = { ring: [] as Times, accept: [] as Times }
  for (let n = 0; n < count; n++) {
    const phone = phoneOf(n * 11)
    const rangAt = performance.now()
    const { data: call } = await exchange.request(ringSimulatedCall, { body: { phone } })
    while (!listener.heardAt.has(phone)) await once(listener.socket, 'message')
    times.ring.push((listener.heardAt.get(phone) ?? rangAt) - rangAt)
    listener.heardAt.delete(phone)
    const answeredAt = performance.now()
    await apiClient.request(acceptCall, { body: { phone_number: phone, sip_caller_id: call.sip_caller_id } })
    times.accept.push(performance.now() - answeredAt)
    await apiClient.request(endCall, { body: { phone_number: phone } })
  }
  return times
}
