import { cancelOrder, createOrder, readOrder } from '@dispecerat/contract/orders/orders'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { countWaiting, orderRow } from '../../apps/server/src/testing/database/queue-for-lock.ts'
import { mayStayIdle } from '../../apps/server/src/testing/stay-idle.ts'
import { type ApiClient, ApiProblem, createApiClient } from '../api/api-client.ts'
import type { TestDriverPhone } from '../api/test-driver-phone.ts'
import {
  aDataDir,
  type DataDir,
  isAlive,
  postgresIsBack,
  type RunningServer,
  startServer,
} from '../servers/running-server.ts'
import {
  databaseOf,
  expectInvariants,
  phonesAt,
  receivedOffers,
  rings,
  rowsOf,
  snapshotsOf,
  WAIT,
} from './chaos-stage.ts'
import { CORNERS, freshPhone, LONELY_PLACE, orderAt, outcomeOf, place, searchInRounds } from './town.ts'

/** Long enough for a restart on a busy machine. */
const ROUND_SECONDS = 60

let dataDir: DataDir
let server: RunningServer
let apiClient: ApiClient
let phones: TestDriverPhone[]
const orders: number[] = []

beforeAll(async () => {
  dataDir = aDataDir()
  server = await startServer({ dataDir, env: { DEMO: 'on' } })
  apiClient = await createApiClient(server.url, 'dispecer@demo.ro')
  await searchInRounds(server.url, 3, ROUND_SECONDS)
  phones = await phonesAt(server.url, CORNERS, 2)
})

/** Frees all drivers for the next test. */
afterEach(async () => {
  for (const orderId of orders.splice(0))
    await outcomeOf(apiClient.request(cancelOrder, { params: { id: orderId }, body: {} }))
  await expectInvariants(dataDir)
})

afterAll(async () => {
  for (const phone of phones ?? []) phone.switchOff()
  await server?.[Symbol.asyncDispose]()
  await dataDir?.[Symbol.asyncDispose]()
})

/** The two phones of a corner. */
function pair(corner: number): [TestDriverPhone, TestDriverPhone] {
  const [first, second] = phones.slice(corner * 2)
  if (!first || !second) throw new Error(`nobody stands at corner ${corner}`)
  return [first, second]
}

/** Restarts on the same port, so that the phones reconnect by themselves. */
async function startAgain(): Promise<void> {
  server = await startServer({ dataDir, port: server.port, env: { DEMO: 'on' } })
}

async function untilEveryPhoneIsBack(snapshotsBefore: readonly number[]): Promise<void> {
  await expect
    .poll(() => phones.every((phone, n) => snapshotsOf(phone).length > (snapshotsBefore[n] ?? 0)), WAIT)
    .toBe(true)
}

/** An order whose pickup is at this corner; resolves when both of its phones have the offer. */
async function ringAt(corner: number): Promise<number> {
  const orderId = await place(apiClient, CORNERS[corner] ?? LONELY_PLACE)
  orders.push(orderId)
  await Promise.all(pair(corner).map((phone) => rings(phone, orderId)))
  return orderId
}

async function stateOf(orderId: number): Promise<string> {
  return (await apiClient.request(readOrder, { params: { id: orderId } })).data.state
}

interface RoundRow {
  no: number
  outcome: string | null
  /** Number of history rows that say that this round began. */
  begun: number
  asked: number
  /** Number of drivers who were offered the order, by the history. */
  notified: number
}

function roundsOf(orderId: number): Promise<RoundRow[]> {
  const historyCount = (type: string) =>
    `(select count(*) from order_history h where h.order_id = r.order_id and type = '${type}'
        and (data ->> 'step')::int = r.no)`
  return rowsOf<RoundRow>(
    dataDir,
    `select no, outcome, ${historyCount('round')} as begun, ${historyCount('driver_notified')} as notified,
       (select count(*) from search_offers where round_id = r.id) as asked
     from search_rounds r where order_id = $1 order by id`,
    [orderId],
  )
}

/** Sends one order with one idempotency key until it is acknowledged. */
async function placeStubbornly(phone: string, key: string, complaints: number[]): Promise<number> {
  for (;;) {
    try {
      return (await apiClient.request(createOrder, { body: orderAt(LONELY_PLACE, phone) }, key)).data.id
    } catch (error) {
      if (error instanceof ApiProblem && error.status !== 503) throw error
      complaints.push(error instanceof ApiProblem ? error.status : 0)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Checks that every acknowledged phone number has exactly one order, with the acknowledged id. */
async function expectOneOrderEach(acknowledged: ReadonlyMap<string, number>): Promise<void> {
  const phoneNumbers = [...acknowledged.keys()].map((phone) => `+4${phone}`)
  const rows = await rowsOf<{ id: number; client_phone: string }>(
    dataDir,
    'select id, client_phone from orders where client_phone = any($1) order by id',
    [phoneNumbers],
  )
  expect(rows.map(({ id, client_phone }) => [client_phone.slice(2), id]).toSorted()).toEqual(
    [...acknowledged].toSorted(),
  )
}

test('the server is killed in the middle of four rounds: each continues where it was', async () => {
  const ringing = await Promise.all(CORNERS.map((_, corner) => ringAt(corner)))
  const [toTake = 0, toCancel = 0, toRefuse = 0, toIgnore = 0] = ringing
  const before = phones.map((phone) => snapshotsOf(phone).length)
  const complaints: number[] = []
  const numbers = Array.from({ length: 12 }, freshPhone)
  const placed = Promise.all(numbers.map((phone) => placeStubbornly(phone, `ucis-${phone}`, complaints)))
  await server.kill9()
  await startAgain()
  const ids = await placed
  await expectOneOrderEach(new Map(numbers.map((phone, n) => [phone, ids[n] ?? 0])))

  await untilEveryPhoneIsBack(before)
  for (const [corner, orderId] of ringing.entries()) {
    for (const phone of pair(corner)) {
      expect(
        snapshotsOf(phone)
          .at(-1)
          ?.offers.map(({ order }) => order.id),
      ).toEqual([orderId])
    }
  }
  const [taker, late] = pair(0)
  expect(await outcomeOf(taker.request('POST', `/api/driver/orders/${toTake}/accept`, {}))).toBe('yes')
  expect(await outcomeOf(late.request('POST', `/api/driver/orders/${toTake}/accept`, {}))).toBe('offer.taken')
  await apiClient.request(cancelOrder, { params: { id: toCancel }, body: {} })
  expect(await outcomeOf(pair(1)[0].request('POST', `/api/driver/orders/${toCancel}/accept`, {}))).toBe(
    'offer.canceled',
  )
  for (const phone of pair(2)) await phone.request('POST', `/api/driver/orders/${toRefuse}/refuse`, {})

  const [patient] = pair(3)
  const rungBefore = receivedOffers(patient, toIgnore)
  standAgain()
  await expect.poll(() => receivedOffers(patient, toIgnore), WAIT).toBeGreaterThan(rungBefore)
  expect(await outcomeOf(patient.request('POST', `/api/driver/orders/${toIgnore}/accept`, {}))).toBe('yes')

  for (const orderId of ringing) {
    const rounds = await roundsOf(orderId)
    expect(rounds.map(({ no }) => no)).toEqual(rounds.map((_, index) => index + 1))
    expect(rounds.filter(({ begun, asked: offered, notified }) => begun !== 1 || notified !== offered)).toEqual([])
  }
  expect((await roundsOf(toIgnore)).map(({ outcome }) => outcome)).toEqual(['expired', 'accepted'])
  await expectInvariants(dataDir)
}, 360_000)

type Accept = () => Promise<string>

/** Kills the server while the accepting transaction waits for the order's row lock. */
async function killBeforeCommit(orderId: number, accept: Accept): Promise<string> {
  await using database = databaseOf(dataDir)
  // Without the await the connection would be closed first.
  return await database.db.transaction().execute(async (tx) => {
    await mayStayIdle.execute(tx)
    await orderRow(orderId).execute(tx)
    const answer = accept()
    await expect.poll(() => countWaiting(tx), WAIT).toBe(1)
    await server.kill9()
    return answer
  })
}

/** Kills the server as soon as the assigned order is visible to others, whether or not the phone has its reply. */
async function killAfterCommit(orderId: number, accept: Accept): Promise<string> {
  await using database = databaseOf(dataDir)
  const answer = accept()
  const state = () => database.pool.query('select state from orders where id = $1', [orderId])
  await expect.poll(async () => (await state()).rows, { ...WAIT, interval: 1 }).toEqual([{ state: 'assigned' }])
  await server.kill9()
  return answer
}

async function killAfterAnswer(_orderId: number, accept: Accept): Promise<string> {
  const answer = await accept()
  await server.kill9()
  return answer
}

test.each([
  ['before it is committed', killBeforeCommit, ['no answer'], 'created'],
  ['when it is committed', killAfterCommit, ['no answer', 'yes'], 'assigned'],
  ['after it is answered', killAfterAnswer, ['yes'], 'assigned'],
])(
  'a driver accepts, and %s the server is killed: accepting again gives the same result',
  async (_, kill, answers, state) => {
    const [phone] = pair(0)
    standAgain()
    const orderId = await ringAt(0)
    const accept = () => outcomeOf(phone.request('POST', `/api/driver/orders/${orderId}/accept`, {}))
    const answer = await kill(orderId, () => accept().catch(() => 'no answer'))
    await startAgain()

    expect(answers).toContain(answer)
    expect(await stateOf(orderId)).toBe(state)
    expect(await accept()).toBe('yes')
    expect(await stateOf(orderId)).toBe('assigned')
    const [row] = await rowsOf<{ n: number }>(
      dataDir,
      "select count(*) as n from order_history where order_id = $1 and type = 'assigned'",
      [orderId],
    )
    expect(row?.n).toBe(1)
  },
)

test('PostgreSQL is killed twice under load: 503 meanwhile, nothing is lost or doubled, the search continues', async () => {
  const { pid } = server
  const [phone] = pair(0)
  standAgain()
  const searched = await ringAt(0)

  const acknowledged = new Map<string, number>()
  const complaints: number[] = []
  let isLoading = true
  const load = Array.from({ length: 4 }, async () => {
    while (isLoading) {
      const number = freshPhone()
      acknowledged.set(number, await placeStubbornly(number, `baza-${number}`, complaints))
    }
  })
  for (const _again of [1, 2]) {
    const enough = acknowledged.size + 20
    await expect.poll(() => acknowledged.size, WAIT).toBeGreaterThan(enough)
    const postgres = dataDir.postgresPid() ?? 0
    process.kill(postgres, 'SIGKILL')
    await postgresIsBack(server, dataDir, postgres)
  }
  const afterwards = acknowledged.size
  await expect.poll(() => acknowledged.size, WAIT).toBeGreaterThan(afterwards + 10)
  isLoading = false
  await Promise.all(load)

  expect(isAlive(pid)).toBe(true)
  expect(complaints).toContain(503)
  expect(complaints.filter((status) => status !== 503)).toEqual([])
  await expectOneOrderEach(acknowledged)
  expect(await outcomeOf(phone.request('POST', `/api/driver/orders/${searched}/accept`, {}))).toBe('yes')
  await expectInvariants(dataDir)
})

test('the server and PostgreSQL are killed together in the middle of a round: the phones get the offer again', async () => {
  const [phone, other] = pair(1)
  standAgain()
  const orderId = await ringAt(1)
  const before = phones.map((each) => snapshotsOf(each).length)
  process.kill(dataDir.postgresPid() ?? 0, 'SIGKILL')
  await server.kill9()
  await startAgain()
  await untilEveryPhoneIsBack(before)
  expect(
    snapshotsOf(phone)
      .at(-1)
      ?.offers.map(({ order }) => order.id),
  ).toEqual([orderId])

  const answers = await Promise.all(
    [phone, other].map((each) => outcomeOf(each.request('POST', `/api/driver/orders/${orderId}/accept`, {}))),
  )
  expect(answers.toSorted()).toEqual(['offer.taken', 'yes'])
  expect((await roundsOf(orderId)).map(({ no, outcome, begun }) => [no, outcome, begun])).toEqual([[1, 'accepted', 1]])
  await expectInvariants(dataDir)
})

/** The server drops positions older than two minutes, so phones report theirs again. */
function standAgain(): void {
  for (const [n, phone] of phones.entries()) phone.standAt(CORNERS[Math.floor(n / 2)] ?? LONELY_PLACE)
}
