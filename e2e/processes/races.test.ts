import { randomUUID } from 'node:crypto'
import { cancelOrder, createOrder, readOrder, readOrderHistory } from '@dispecerat/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from '../api/api-client.ts'
import type { TestDriverPhone } from '../api/test-driver-phone.ts'
import { aDataDir, type DataDir, type RunningServer, startServer } from '../servers/running-server.ts'
import { expectInvariants, phonesAt, rings, rowsOf } from './chaos-stage.ts'
import { CORNERS, freshPhone, LONELY_PLACE, orderAt, outcomeOf, place, searchInRounds } from './town.ts'

/*
 * Reaches the locks through a phone and a console. apps/server/src/dispatch/offers/locks-matter.test.ts shows that such races break the invariants
 * without the locks.
 */

const TAXI_COMPANY = 1
const RACES = 20
/** Timeout of eighty consecutive races on a busy machine. */
const ALL_CORNERS_MS = 600_000

let dataDir: DataDir
let server: RunningServer
let apiClient: ApiClient
let phones: TestDriverPhone[]

beforeAll(async () => {
  dataDir = aDataDir()
  server = await startServer({ dataDir, env: { DEMO: 'on' } })
  apiClient = await createApiClient(server.url, 'dispecer@demo.ro')
  await searchInRounds(server.url, 2, 60)
  phones = await phonesAt(server.url, CORNERS, 2)
})

afterAll(async () => {
  for (const phone of phones ?? []) phone.switchOff()
  await server?.[Symbol.asyncDispose]()
  await dataDir?.[Symbol.asyncDispose]()
})

const yes = (phone: TestDriverPhone, orderId: number) =>
  outcomeOf(phone.request('POST', `/api/driver/orders/${orderId}/accept`, {}))
const cancel = (orderId: number) => apiClient.request(cancelOrder, { params: { id: orderId }, body: {} })

/** The driver's expected result in the first two rounds, in which accept and cancel run one after the other. */
const DECIDED = ['offer.canceled', 'yes'] as const

/** Returns the driver's result. The request that starts first usually wins a race, so each of them starts first in turn. */
async function acceptAndCancel(phone: TestDriverPhone, orderId: number, n: number): Promise<string> {
  const isCancelFirst = n % 2 === 0
  const canceled = isCancelFirst ? cancel(orderId) : undefined
  if (DECIDED[n]) await canceled
  const accepted = yes(phone, orderId)
  if (DECIDED[n]) await accepted
  await (canceled ?? cancel(orderId))
  return accepted
}

async function orderOf(orderId: number) {
  return (await apiClient.request(readOrder, { params: { id: orderId } })).data
}

async function historyOf(orderId: number): Promise<string[]> {
  const { data } = await apiClient.request(readOrderHistory, { params: { id: orderId } })
  return data.map(({ type }) => type)
}

/** One race at every corner at once, so that the races also affect each other. */
async function atEveryCorner(
  race: (pair: readonly [TestDriverPhone, TestDriverPhone], orderId: number, n: number) => Promise<void>,
) {
  await Promise.all(
    CORNERS.map(async (corner, c) => {
      for (let n = 0; n < RACES; n++) {
        const [one, other] = phones.slice(c * 2)
        if (!one || !other) throw new Error('nobody stands here')
        one.standAt(corner)
        other.standAt(corner)
        const orderId = await place(apiClient, corner)
        await Promise.all([rings(one, orderId), rings(other, orderId)])
        await race([one, other], orderId, n)
      }
    }),
  )
}

test(
  'two drivers accept at once: one is assigned, the other is told that the offer is taken',
  async () => {
    await atEveryCorner(async ([one, other], orderId) => {
      const answers = await Promise.all([yes(one, orderId), yes(other, orderId)])
      expect(answers.toSorted()).toEqual(['offer.taken', 'yes'])
      const [winner, loser] = answers[0] === 'yes' ? [one, other] : [other, one]
      await winner.waitForEvent('order_accept_confirmed', ({ order }) => (order as { id: number }).id === orderId)
      expect(await loser.waitForEvent('order_canceled', ({ order_id }) => order_id === orderId)).toMatchObject({
        reason: 'taken',
      })
      expect((await historyOf(orderId)).filter((type) => type === 'assigned')).toHaveLength(1)
      await cancel(orderId)
    })
    await expectInvariants(dataDir)
  },
  ALL_CORNERS_MS,
)

test(
  'a dispatcher cancels while a driver accepts: the order is cancelled once, and no driver keeps it',
  async () => {
    await atEveryCorner(async ([one, other], orderId, n) => {
      const answer = await acceptAndCancel(one, orderId, n)
      // Two rounds are decided without a race, so that each result occurs whichever request wins the others.
      expect(DECIDED[n] ? [DECIDED[n]] : ['yes', 'offer.canceled']).toContain(answer)
      expect((await orderOf(orderId)).state).toBe('canceled')
      for (const phone of [one, other])
        await phone.waitForEvent('order_canceled', ({ order_id }) => order_id === orderId)
      expect((await historyOf(orderId)).filter((type) => type === 'canceled')).toHaveLength(1)
    })
    const busy = await rowsOf(dataDir, 'select driver_id from driver_status where is_busy and company_id = $1', [
      TAXI_COMPANY,
    ])
    expect(busy).toEqual([])
    await expectInvariants(dataDir)
  },
  ALL_CORNERS_MS,
)

test('twenty copies of one order with one key are one order; another order under the key is refused', async () => {
  for (let n = 0; n < 5; n++) {
    const key = randomUUID()
    const body = orderAt(LONELY_PLACE)
    const copies = await Promise.all(Array.from({ length: 20 }, () => apiClient.request(createOrder, { body }, key)))
    const [orderId = 0, ...others] = new Set(copies.map(({ data }) => data.id))
    expect(others).toEqual([])
    expect(await outcomeOf(apiClient.request(createOrder, { body: orderAt(LONELY_PLACE) }, key))).toBe(
      'request.key_reused',
    )
    const rows = await rowsOf<{ id: number }>(dataDir, 'select id from orders where client_phone = $1', [
      `+4${body.client_phone}`,
    ])
    expect(rows.map(({ id }) => id)).toEqual([orderId])
    expect((await historyOf(orderId)).filter((type) => type === 'placed')).toHaveLength(1)
    await cancel(orderId)
  }
  await expectInvariants(dataDir)
})

test('different orders raced under one key: one is placed, the others get 422', async () => {
  const key = randomUUID()
  const numbers = Array.from({ length: 8 }, freshPhone)
  const answers = await Promise.all(
    numbers.map((phone) => outcomeOf(apiClient.request(createOrder, { body: orderAt(LONELY_PLACE, phone) }, key))),
  )
  expect(answers.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'request.key_reused'), 'yes'])
  const rows = await rowsOf<{ client_phone: string }>(
    dataDir,
    'select client_phone from orders where client_phone = any($1)',
    [numbers.map((phone) => `+4${phone}`)],
  )
  expect(rows.map(({ client_phone }) => client_phone)).toEqual([`+4${numbers[answers.indexOf('yes')]}`])
  await expectInvariants(dataDir)
})
