import { createOrder } from '@dispecerat/contract/orders/orders'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type SeededRandom, seededRandom } from '@dispecerat/simulation/seeded-random'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { fetchWithoutRedirects } from '../../../adapters/fetch-without-redirects.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Clock } from '../../../platform/lifecycle/clock.ts'
import { finishSeed, seedHasRun } from '../demo.store.ts'
import { DEMO_PASSWORD } from '../demo-accounts.ts'
import { type DemoClient, demoClients } from '../demo-clients.ts'
import { aLandmark, type DemoAddress } from '../demo-streets.ts'
import { DEMO_SEED } from '../seed-demo.ts'

type NewOrder = z.input<NonNullable<typeof createOrder.body>>

/** The first request waits while the demo data are inserted. */
const REQUEST_TIMEOUT_MS = 60_000
const NAME = 'demo-coming'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const FIVE_MINUTES_MS = 5 * MINUTE_MS

interface Input {
  /** Minutes from now; without it, `tomorrowAt` is the hour of tomorrow in Romanian time. */
  in?: number
  tomorrowAt?: string
  options?: string[]
  notes?: string
  leadMinutes?: number
  to?: 'landmark'
}

/** Two orders within the hour, the others this evening and tomorrow. */
const INPUTS: readonly Input[] = [
  { in: 35 },
  { in: 55, to: 'landmark' },
  { in: 80, options: ['child_seat'] },
  { in: 110, to: 'landmark', options: ['luggage'] },
  { in: 150 },
  { in: 205, notes: 'La intrarea din spate' },
  { in: 260, to: 'landmark' },
  { in: 330, options: ['non_smoking'] },
  { tomorrowAt: '05:20', to: 'landmark', options: ['luggage'], leadMinutes: 30, notes: 'Tren la 06:00' },
  { tomorrowAt: '06:45' },
  { tomorrowAt: '07:30', options: ['child_seat'], notes: 'Copil la grădiniță' },
  { tomorrowAt: '07:45', to: 'landmark' },
  { tomorrowAt: '09:10', notes: 'Consultație la 09:30' },
  { tomorrowAt: '12:00', to: 'landmark' },
  { tomorrowAt: '16:30', options: ['pet'] },
  { tomorrowAt: '19:15', to: 'landmark', leadMinutes: 25 },
]

/**
 * Places the scheduled orders of today and tomorrow through the public API, as the demo's dispatchers. Idempotency keys and the mark in
 * `seed_runs` make a start after a failure continue instead of placing orders twice.
 */
export async function placeComingOrders(parts: { db: Db; clock: Clock; log: Logger; address: string }): Promise<void> {
  const { db, clock, log, address } = parts
  try {
    if (await seedHasRun(db, NAME)) return
    const tokens = await Promise.all(['dispecer@demo.ro', 'dispecer2@demo.ro'].map((email) => logIn(address, email)))
    const now = clock.now()
    const orders = comingOrders(now)
    for (const [n, order] of orders.entries()) {
      const token = tokens[n % tokens.length] ?? ''
      await request(address, createOrder.method, createOrder.path, { token, key: `${NAME}-${n}`, body: order })
    }
    for (const token of tokens) await request(address, 'DELETE', '/api/access-tokens/current', { token })
    await db.transaction().execute((tx) => finishSeed(tx, NAME, now))
    log.info({ orders: orders.length }, 'the orders of today and tomorrow are placed')
  } catch (error) {
    log.warn({ err: error }, 'the coming orders are not all placed')
  }
}

/** Uses the clients that call least, so that a visitor who enters an order seldom meets the warning about a second one. */
export function comingOrders(now: Date): NewOrder[] {
  const random = seededRandom(DEMO_SEED)
  const rare = demoClients(random)
    .filter(({ accountId }) => accountId === null)
    .toSorted((a, b) => a.weight - b.weight)
  const die = random.fork('coming')
  return INPUTS.flatMap((input, n) => {
    const client = rare[n]
    return client ? [orderOf(input, client, departureOf(input, now), die)] : []
  })
}

function orderOf(input: Input, client: DemoClient, departure: Date, random: SeededRandom): NewOrder {
  const [home] = client.addresses
  const places = [...(home ? [home] : []), ...(input.to ? [aLandmark(random)] : [])].map(placeOf)
  const order: NewOrder = {
    client_phone: client.phone,
    phone: client.phone,
    client_name: client.name,
    name: client.name,
    about_client: input.notes ?? client.about,
    places,
    service_id: 1,
    options: Object.fromEntries((input.options ?? []).map((key) => [key, true as const])),
    payment_type: 'cash',
    departure_time: toWireTime(departure),
  }
  return input.leadMinutes === undefined ? order : { ...order, lead_minutes: input.leadMinutes }
}

function placeOf({ name, lat, long, bloc, scara, reper }: DemoAddress) {
  return { name, lat, long, bloc: bloc || null, scara: scara || null, reper }
}

/** Rounds up to five minutes, as people order. */
function departureOf({ in: minutes, tomorrowAt }: Input, now: Date): Date {
  if (minutes !== undefined) {
    return new Date(Math.ceil((now.getTime() + minutes * MINUTE_MS) / FIVE_MINUTES_MS) * FIVE_MINUTES_MS)
  }
  return atWall(new Date(now.getTime() + DAY_MS), tomorrowAt ?? '12:00')
}

/** The instant at which clocks in Bucharest show this hour on the day of `day`. */
function atWall(day: Date, hour: string): Date {
  const guess = new Date(`${wallTime(day).date}T${hour}:00Z`)
  const shown = wallTime(guess)
  return new Date(guess.getTime() - (new Date(`${shown.date}T${shown.time}Z`).getTime() - guess.getTime()))
}

async function logIn(address: string, email: string): Promise<string> {
  const body = { email, password: DEMO_PASSWORD, device: 'Demo' }
  const answer = (await request(address, 'POST', '/api/access-tokens', { body })) as { token: string }
  return answer.token
}

async function request(
  address: string,
  method: string,
  path: string,
  { token, key, body }: { token?: string; key?: string; body?: unknown },
): Promise<unknown> {
  const answer = await fetchWithoutRedirects(new URL(path, address), {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`)
  return answer.json()
}
