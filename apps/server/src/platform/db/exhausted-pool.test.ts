import { whoAmI } from '@dispecerat/contract/identity/accounts'
import { createOrder } from '@dispecerat/contract/orders/orders'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TOWN_SQUARE } from '../../testing/builders.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { createSearchFixture } from '../../testing/search-fixture.ts'
import { mayStayIdle } from '../../testing/stay-idle.ts'
import { connectDatabase } from './connect.ts'

const CONNECTIONS = 2
const STEP_SECONDS = 10
const LOCK_TIMEOUT = '55P03'
const STATEMENT_TIMEOUT = '57014'

/** A server with few connections and short timeouts, whose searches have connections of their own. */
async function createSmallPoolFixture() {
  const direct = await aDatabase()
  const narrow = connectDatabase(direct.address, { max: CONNECTIONS })
  const close = async () => {
    await narrow.close()
    await direct.close()
  }
  const database = { ...direct, ...narrow, close, [Symbol.asyncDispose]: close }
  const lines: string[] = []
  const fixture = await createSearchFixture({
    metres: [100, 200],
    steps: [{ notificationMethod: 'by_rotation', searchSeconds: STEP_SECONDS }],
    server: { database, engineDb: direct.db, logTo: (line) => lines.push(line) },
  })
  const exhaust = async () => {
    const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => narrow.pool.connect()))
    return () => {
      for (const client of held) client.release()
    }
  }
  return { fixture, direct, exhaust, lines, [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose]() }
}

test('all connections are in use: requests get a readable 503, searches go on, and the pool recovers by itself', async () => {
  await using narrow = await createSmallPoolFixture()
  const { fixture, direct } = narrow
  const orderId = await fixture.place()
  const offers = () => direct.db.selectFrom('search_offers').select('rank').where('order_id', '=', orderId).execute()
  expect(await offers()).toHaveLength(1)

  const giveBack = await narrow.exhaust()
  const body = { client_phone: '+40740123456', places: [{ name: 'Gara', ...TOWN_SQUARE }] }
  const refused = fixture.server.request(createOrder, { body }, fixture.dispatcher)
  fixture.server.pass(STEP_SECONDS + 1)
  await expect.poll(async () => (await offers()).length).toBe(2)
  const { status, body: answer, headers } = await refused
  expect([status, answer.message, headers['retry-after']]).toEqual([503, 'Baza de date nu răspunde', '1'])

  giveBack()
  expect((await fixture.server.request(createOrder, { body }, fixture.dispatcher)).status).toBe(201)
})

test('a table is locked beyond the timeout: requests that need it get a readable 503, all others are served', async () => {
  await using narrow = await createSmallPoolFixture()
  const { fixture, direct, lines } = narrow
  const socket = await fixture.phone(0)
  const body = { client_phone: '+40740123456', places: [{ name: 'Gara', ...TOWN_SQUARE }] }
  const place = () => fixture.server.request(createOrder, { body }, fixture.dispatcher)
  await direct.db.transaction().execute(async (tx) => {
    await mayStayIdle.execute(tx)
    await sql`lock table orders in exclusive mode`.execute(tx)
    // Twice the number of connections.
    const refused = await Promise.all(Array.from({ length: 2 * CONNECTIONS }, place))
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 503))
    expect(refused[0]?.body.message).toBe('Baza de date nu răspunde')
    expect((await fixture.server.request(whoAmI, {}, fixture.dispatcher)).status).toBe(200)
    await socket.caughtUp()
  })
  // Requests that wait for the lock fail with lock_timeout and release their connections before those that wait for a connection give up.
  const codes = [LOCK_TIMEOUT, STATEMENT_TIMEOUT].map((code) => lines.some((line) => line.includes(`"${code}"`)))
  expect(codes).toEqual([true, false])
  expect((await place()).status).toBe(201)
})
