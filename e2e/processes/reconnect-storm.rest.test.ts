import type { UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFleetAccounts } from '../../apps/server/src/demo/fleet-accounts/make-fleet-accounts.ts'
import { openSession } from '../../apps/server/src/identity/accounts/log-in.ts'
import type { Db } from '../../apps/server/src/platform/db/database.ts'
import { type LogEvent, record } from '../../apps/server/src/platform/db/event-log.ts'
import { systemClock } from '../../apps/server/src/platform/lifecycle/clock.ts'
import { type ApiClient, createApiClient } from '../api/api-client.ts'
import { ReturningPhone } from '../api/returning-phone.ts'
import { manyOrders } from '../fixtures/many-orders.ts'
import { aDataDir, type DataDir, type RunningServer, startServer } from '../servers/running-server.ts'
import { databaseOf, WAIT } from './chaos-stage.ts'
import { LONELY_PLACE, place } from './town.ts'

const PHONES = 500
/** Every tenth phone has a client in the car. */
const ON_TRIP = 50
/**
 * Number of events per phone in each of three portions: received before the kill, written while the server is down, and while it restarts.
 */
const PORTION = 2

let dataDir: DataDir
let server: RunningServer
let phones: ReturningPhone[] = []

beforeAll(async () => {
  dataDir = aDataDir()
  server = await startServer({ dataDir, env: { DEMO: 'on' } })
})
afterAll(async () => {
  for (const phone of phones) phone.switchOff()
  await server?.[Symbol.asyncDispose]()
  await dataDir?.[Symbol.asyncDispose]()
})

/** Drivers of the demo's company with an open session; the first ones are on a trip. */
async function aFleet(db: Db): Promise<{ userId: UserId; token: string; orderId: number | null }[]> {
  await makeFleetAccounts({ db, clock: systemClock }, PHONES)
  const { rows } = await sql<{ id: UserId }>`
    select id from users where email like 'flota%@demo.ro' order by id limit ${PHONES}
  `.execute(db)
  const orderIds = await manyOrders(db, ON_TRIP)
  const driverIds = rows.slice(0, ON_TRIP).map(({ id }) => id)
  await sql`
    update orders set state = 'assigned', trip_state = 'started', driver_id = given.driver_id, assigned_at = now()
    from unnest(${orderIds}::bigint[], ${driverIds}::bigint[]) as given(order_id, driver_id) where id = given.order_id
  `.execute(db)
  return db.transaction().execute(async (tx) => {
    const fleet = []
    for (const [n, { id: userId }] of rows.entries()) {
      const token = await openSession(tx, { userId, device: null, now: systemClock.now() })
      fleet.push({ userId, token, orderId: orderIds[n] ?? null })
    }
    return fleet
  })
}

/** One event for each driver and number; the number is in `until`. */
async function notifyAll(db: Db, userIds: readonly UserId[], numbers: readonly number[]): Promise<void> {
  const events = numbers.map(
    (n): LogEvent => ({
      event: 'priority_updated',
      toUsers: userIds,
      data: { high_priority: true, until: String(n) },
    }),
  )
  await db.transaction().execute((tx) => record(tx, events, systemClock.now()))
}

const receivedNumbers = (phone: ReturningPhone) =>
  phone.heardOf<{ until: string }>('priority_updated').map(({ data }) => Number(data.until))
const ordersShown = (phone: ReturningPhone) =>
  phone
    .heardOf<{ active_orders: { id: number }[] }>('offers_snapshot')
    .at(-1)
    ?.data.active_orders.map(({ id }) => id)

test('five hundred phones reconnect at once after a kill: each gets its orders and every missed event once, and orders are placed meanwhile', async () => {
  await using database = databaseOf(dataDir)
  const { db } = database
  const fleet = await aFleet(db)
  const userIds = fleet.map(({ userId }) => userId)
  phones = fleet.map(({ token }, n) => new ReturningPhone(server.url, token, n))
  const upTo = (n: number) => Array.from({ length: n }, (_, index) => index)
  const portion = (n: number) => upTo(PORTION).map((index) => n * PORTION + index)

  await Promise.all(phones.map((phone) => phone.switchOn()))
  await notifyAll(db, userIds, portion(0))
  await expect.poll(() => phones.every((phone) => receivedNumbers(phone).length === PORTION), WAIT).toBe(true)
  for (const phone of phones) phone.switchOff()
  await server.kill9()
  await notifyAll(db, userIds, portion(1))
  server = await startServer({ dataDir, port: server.port, env: { DEMO: 'on' } })
  const apiClient: ApiClient = await createApiClient(server.url, 'dispecer@demo.ro')

  const [orderIds] = await Promise.all([
    Promise.all(upTo(5).map(() => place(apiClient, LONELY_PLACE))),
    notifyAll(db, userIds, portion(2)),
    ...phones.map((phone) => phone.switchOn()),
  ])
  expect(new Set(orderIds).size).toBe(5)
  const missed = [...portion(1), ...portion(2)]
  await expect.poll(() => phones.every((phone) => receivedNumbers(phone).length >= missed.length), WAIT).toBe(true)
  // Once an event after all of these has arrived, every duplicate would have arrived too.
  await notifyAll(db, userIds, [99])
  await expect.poll(() => phones.every((phone) => receivedNumbers(phone).includes(99)), WAIT).toBe(true)
  for (const [n, phone] of phones.entries()) {
    expect([n, receivedNumbers(phone)]).toEqual([n, [...missed, 99]])
    expect([n, ordersShown(phone)]).toEqual([n, fleet[n]?.orderId ? [fleet[n].orderId] : []])
    expect(phone.heardOf('resync')).toEqual([])
  }
})
