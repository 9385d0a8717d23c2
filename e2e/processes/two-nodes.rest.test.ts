import path from 'node:path'
import type { OfferView } from '@dispecerat/contract/dispatch/driver'
import { readOrder } from '@dispecerat/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureDatabase } from '../../apps/server/src/platform/db/connect.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/db/postgres/embedded-postgres.ts'
import { type ApiClient, createApiClient } from '../api/api-client.ts'
import type { TestDriverPhone } from '../api/test-driver-phone.ts'
import { aDataDir, type DataDir, type RunningServer, startServer, untilReadyIs } from '../servers/running-server.ts'
import { expectInvariants, phonesAt, rowsOf, snapshotsOf, WAIT } from './chaos-stage.ts'
import { CORNERS, LONELY_PLACE, outcomeOf, place, searchInRounds } from './town.ts'

const ROUNDS = 4
const ROUND_SECONDS = 2
/** A node is killed when so many rounds of an order have begun, from none to the last. */
const ROUNDS_BEFORE_KILL = [0, 1, 2, 3, 4, 1]

type Node = 0 | 1

let environment: DataDir
let postgres: EmbeddedPostgres
let databaseUrl: string
/** Each driver has a phone on each node, because the nodes of this test have no Redis to share positions. */
const phones: [TestDriverPhone[], TestDriverPhone[]] = [[], []]
const nodes: RunningServer[] = []
let positionTimer: NodeJS.Timeout

beforeAll(async () => {
  environment = aDataDir()
  const notes = { info: () => undefined, warn: () => undefined }
  postgres = await startEmbeddedPostgres({ stateDir: path.join(environment.path, 'postgres'), notes })
  const address = postgres.address('dispecerat')
  if (!('socketDir' in address)) throw new Error('the database of the two nodes listens on a socket')
  await ensureDatabase(postgres.address('postgres'), 'dispecerat')
  databaseUrl = `postgresql:///dispecerat?host=${encodeURIComponent(address.socketDir)}&user=dispecerat`
  for (const node of [0, 1] as const) nodes[node] = await aNode()
  await searchInRounds(nodeAt(0).url, ROUNDS, ROUND_SECONDS)
  for (const node of [0, 1] as const) phones[node] = await phonesAt(nodeAt(node).url, CORNERS, 1)
  positionTimer = setInterval(standAgain, 1_500)
})

afterAll(async () => {
  clearInterval(positionTimer)
  for (const phone of phones.flat()) phone.switchOff()
  for (const node of nodes) await node[Symbol.asyncDispose]()
  await postgres?.stop()
  await environment?.[Symbol.asyncDispose]()
})

function aNode(port?: number): Promise<RunningServer> {
  return startServer({ env: { DEMO: 'on', DATABASE_URL: databaseUrl }, ...(port ? { port } : {}) })
}

function nodeAt(node: Node): RunningServer {
  const server = nodes[node]
  if (!server) throw new Error(`node ${node} was never started`)
  return server
}

function apiClientAt(node: Node): Promise<ApiClient> {
  return createApiClient(nodeAt(node).url, 'dispecer@demo.ro')
}

/** The server drops positions older than two minutes, so phones report theirs again. */
function standAgain(): void {
  for (const ofNode of phones) for (const [n, phone] of ofNode.entries()) phone.standAt(CORNERS[n] ?? LONELY_PLACE)
}

/** Kills the node and restarts it on the same port; resolves when its phones have reconnected. */
async function killAndRestart(node: Node): Promise<void> {
  const { port } = nodeAt(node)
  const before = phones[node].map((phone) => snapshotsOf(phone).length)
  await nodeAt(node).kill9()
  nodes[node] = await aNode(port)
  await untilReadyIs(nodeAt(node), 200)
  const areBack = () => phones[node].every((phone, n) => snapshotsOf(phone).length > (before[n] ?? 0))
  await expect.poll(areBack, WAIT).toBe(true)
}

interface RoundRow {
  no: number
  outcome: string | null
  /** Number of history rows that say that this round began, and of drivers who were offered the order. */
  begun: number
  notified: number
  asked: number
}

function roundsOf(orderId: number): Promise<RoundRow[]> {
  const historyCount = (type: string) =>
    `(select count(*) from order_history h where h.order_id = r.order_id and type = '${type}'
        and (data ->> 'step')::int = r.no)`
  return rowsOf<RoundRow>(
    environment,
    `select no, outcome, ${historyCount('round')} as begun, ${historyCount('driver_notified')} as notified,
       (select count(*) from search_offers where round_id = r.id) as asked
     from search_rounds r where order_id = $1 order by id`,
    [orderId],
  )
}

/** Waits until so many rounds of the order's search have begun. */
async function roundsBegin(orderId: number, count: number): Promise<void> {
  await expect.poll(async () => (await roundsOf(orderId)).length, WAIT).toBeGreaterThanOrEqual(count)
}

/** Rounds that a driver received at this node, by event or in a snapshot after reconnecting. */
function receivedRounds(node: Node, driver: number): Set<number> {
  const phone = phones[node][driver]
  if (!phone) return new Set()
  const bells = phone.heard.filter(({ event }) => event === 'order_available').map(({ data }) => data as OfferView)
  const listed = snapshotsOf(phone).flatMap(({ offers }) => offers as unknown as OfferView[])
  return new Set([...bells, ...listed].map(({ round_id }) => round_id))
}

async function orderIs(apiClient: ApiClient, orderId: number) {
  return (await apiClient.request(readOrder, { params: { id: orderId } })).data
}

test('one of two nodes is killed in the middle of rounds, again and again: each round runs once, none is skipped, its offers arrive', async () => {
  let offers = 0
  for (const [kill, rounds] of ROUNDS_BEFORE_KILL.entries()) {
    const [victim, survivor]: [Node, Node] = kill % 2 === 0 ? [0, 1] : [1, 0]
    const apiClient = await apiClientAt(survivor)
    const orderIds = await Promise.all(CORNERS.map((corner) => place(apiClient, corner)))
    await roundsBegin(orderIds[kill % orderIds.length] ?? 0, rounds)
    await killAndRestart(victim)

    for (const orderId of orderIds) {
      await expect.poll(async () => (await orderIs(apiClient, orderId)).state, WAIT).toBe('canceled')
      expect((await orderIs(apiClient, orderId)).cancellation_reason_type).toBe('no_drivers_found')
      const run = await roundsOf(orderId)
      expect(run.map(({ no, outcome, begun }) => [no, outcome, begun])).toEqual(
        Array.from({ length: ROUNDS }, (_, index) => [index + 1, 'expired', 1]),
      )
      expect(run.filter(({ asked: offered, notified }) => offered !== notified)).toEqual([])
    }
    const offered = await rowsOf<{ driver: number; round: number }>(
      environment,
      `select substring(users.email from '\\d+')::int - 101 as driver, round_id as round
       from search_offers join users on users.id = driver_id where order_id = any($1)`,
      [orderIds],
    )
    offers += offered.length
    const missing = () => offered.filter(({ driver, round }) => !receivedRounds(survivor, driver).has(round))
    await expect.poll(missing, WAIT).toEqual([])
    await expectInvariants(environment)
  }
  expect(offers).toBeGreaterThan(ROUNDS_BEFORE_KILL.length * CORNERS.length)
  for (const node of nodes) expect(node.stdout()).not.toContain('a step of a search failed')
}, 900_000)

test("nodes are killed while an order is in the drivers' lists: it is listed once per driver, also for a late one, and accepted once", async () => {
  await searchInRounds(nodeAt(1).url, 1, ROUND_SECONDS, 'pending_pinned')
  const [corner = LONELY_PLACE] = CORNERS
  const orderId = await place(await apiClientAt(1), corner)
  await roundsBegin(orderId, 1)
  await killAndRestart(0)
  const apiClient = await apiClientAt(0)
  await expect.poll(async () => (await orderIs(apiClient, orderId)).in_pending_queue, WAIT).toBe(true)
  await expect.poll(async () => (await orderIs(apiClient, orderId)).state, WAIT).toBe('pending')
  await killAndRestart(1)

  const [late] = await phonesAt(nodeAt(1).url, [corner], 1, 140)
  const [early] = phones[0]
  const entries = () =>
    rowsOf<{ driver: number; fate: string }>(
      environment,
      `select substring(users.email from '\\d+')::int as driver, fate from search_offers
       join users on users.id = driver_id where order_id = $1 order by 1`,
      [orderId],
    )
  const isListed = [
    { driver: 101, fate: 'open' },
    { driver: 140, fate: 'open' },
  ]
  await expect.poll(entries, WAIT).toEqual(isListed)
  await killAndRestart(0)
  expect(await entries()).toEqual(isListed)

  const accept = (phone: TestDriverPhone | undefined) =>
    outcomeOf(
      phone?.request('POST', `/api/driver/orders/${orderId}/accept`, {}) ?? Promise.reject(new Error('no phone')),
    )
  expect((await Promise.all([accept(late), accept(early)])).toSorted()).toEqual(['offer.taken', 'yes'])
  expect((await orderIs(await apiClientAt(1), orderId)).state).toBe('assigned')
  late?.switchOff()
  await expectInvariants(environment)
}, 400_000)
