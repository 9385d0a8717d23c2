import { createOrder } from '@dispecerat/contract/orders'
import { expect, test } from 'vitest'
import { aSearchRoom } from '../testing/a-search-room.ts'
import { TOWN_SQUARE } from '../testing/builders.ts'
import { aDatabase } from '../testing/test-database.ts'
import { connectDatabase } from './connect.ts'

const CONNECTIONS = 2
const STEP_SECONDS = 10

/** A server of few connections that gives up as soon as one at work does, whose searches have connections of their own. */
async function aNarrowRoom() {
  const direct = await aDatabase()
  const narrow = connectDatabase(direct.address, { max: CONNECTIONS })
  const close = async () => {
    await narrow.close()
    await direct.close()
  }
  const database = { ...direct, ...narrow, close, [Symbol.asyncDispose]: close }
  const room = await aSearchRoom({
    metres: [100, 200],
    steps: [{ notificationMethod: 'by_rotation', searchSeconds: STEP_SECONDS }],
    server: { database, engineDb: direct.db },
  })
  const exhaust = async () => {
    const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => narrow.pool.connect()))
    return () => {
      for (const client of held) client.release()
    }
  }
  return { room, direct, exhaust, [Symbol.asyncDispose]: () => room[Symbol.asyncDispose]() }
}

test('every connection is taken: requests are refused in words, searches go on, and it heals by itself', async () => {
  await using narrow = await aNarrowRoom()
  const { room, direct } = narrow
  const orderId = await room.place()
  const offers = () => direct.db.selectFrom('search_offers').select('rank').where('order_id', '=', orderId).execute()
  expect(await offers()).toHaveLength(1)

  const giveBack = await narrow.exhaust()
  const body = { client_phone: '+40740123456', places: [{ name: 'Gara', ...TOWN_SQUARE }] }
  const refused = room.server.call(createOrder, { body }, room.dispatcher)
  room.server.pass(STEP_SECONDS + 1)
  await expect.poll(async () => (await offers()).length).toBe(2)
  const { status, body: answer, headers } = await refused
  expect([status, answer.message, headers['retry-after']]).toEqual([503, 'Baza de date nu răspunde', '1'])

  giveBack()
  expect((await room.server.call(createOrder, { body }, room.dispatcher)).status).toBe(201)
})
