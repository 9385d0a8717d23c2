import { createOrder, readOrder, readOrderHistory } from '@dispecerat/contract/orders/orders'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from '../api/api-client.ts'
import { aPhone, type TestDriverPhone } from '../api/test-driver-phone.ts'
import { aDataDir, type DataDir, type RunningServer, startServer } from '../servers/running-server.ts'
import { expectInvariants, rowsOf, snapshotsOf, WAIT } from './chaos-stage.ts'
import { LONELY_PLACE, orderAt, searchInRounds } from './town.ts'

/** Rounds long enough for a restart on a busy machine. */
const ROUND_SECONDS = 60
const REACH_METRES = 5000
const TEST_MS = 240_000

let dataDir: DataDir
let server: RunningServer
let dispatcher: ApiClient

beforeAll(async () => {
  dataDir = aDataDir()
  server = await startServer({ dataDir, env: { DEMO: 'on' } })
  dispatcher = await createApiClient(server.url, 'dispecer@demo.ro')
  await searchInRounds(server.url, 1, ROUND_SECONDS, 'all', REACH_METRES)
})

afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await dataDir?.[Symbol.asyncDispose]()
})

const north = (metres: number) => ({ ...LONELY_PLACE, lat: LONELY_PLACE.lat + metres / 111_195 })
const orderOf = async (id: number) => (await dispatcher.request(readOrder, { params: { id } })).data
const historyOf = async (id: number) =>
  (await dispatcher.request(readOrderHistory, { params: { id } })).data.map(({ type }) => type)
const say = (phone: TestDriverPhone, id: number, what: string, body: object = {}) =>
  phone.request(what === 'accept' || what === 'refuse' ? 'POST' : 'PATCH', `/api/driver/orders/${id}/${what}`, body)
const offered = (phone: TestDriverPhone, id: number, afterRound = 0) =>
  phone.waitForEvent(
    'order_available',
    ({ order, round_id }) => (order as { id: number }).id === id && (round_id as number) > afterRound,
  )

/** Everything that the watch reads began ten minutes earlier: the car of the order has stood there since. */
async function standForTenMinutes(id: number, { lat, long }: Point): Promise<void> {
  const earlier = "interval '10 minutes'"
  await expect.poll(() => rowsOf(dataDir, 'select from car_watches where order_id = $1', [id]), WAIT).toHaveLength(1)
  // At once and under the lock of the order: a judgement between two statements would move the watch.
  await rowsOf(
    dataDir,
    `with order_of_watch as (
       update orders set departure_time = departure_time - ${earlier} where id = $1 returning id
     ), moved as (
       update car_watches set since = since - ${earlier}, due_at = now() from order_of_watch where order_id = id
       returning driver_id, since
     ), where_the_demo_put_it as (
       delete from driver_trail using moved where driver_trail.driver_id = moved.driver_id and (lat, long) <> ($2, $3)
     )
     insert into driver_trail (driver_id, recorded_at, lat, long, is_marked)
     select driver_id, since + interval '1 second', $2, $3, false from moved`,
    [id, lat, long],
  )
}

/** 112 has an order and does not come; the phone of 113 rings for it. The server is killed and started again. */
async function killedReplacement(standing: TestDriverPhone, other: TestDriverPhone): Promise<number> {
  const { id } = (await dispatcher.request(createOrder, { body: orderAt(LONELY_PLACE) })).data
  const [, { round_id }] = await Promise.all([offered(standing, id), offered(other, id)])
  await say(standing, id, 'accept')
  await standForTenMinutes(id, north(1500))
  await expect.poll(async () => (await orderOf(id)).replacement_since, WAIT).not.toBeNull()
  await offered(other, id, round_id as number)
  const snapshots = snapshotsOf(other).length
  await server.kill9()
  server = await startServer({ dataDir, port: server.port, env: { DEMO: 'on' } })
  await expect.poll(() => snapshotsOf(other).length, WAIT).toBeGreaterThan(snapshots)
  expect(await orderOf(id)).toMatchObject({ state: 'assigned', car_indicativ: '112' })
  await expectInvariants(dataDir)
  return id
}

test(
  'the server is killed while a replacement rings: it rings on, and one driver has the order',
  async () => {
    await using standing = await aPhone(server.url, 'sofer112@demo.ro', north(1500))
    await using other = await aPhone(server.url, 'sofer113@demo.ro', north(2500))
    const id = await killedReplacement(standing, other)
    expect(
      snapshotsOf(other)
        .at(-1)
        ?.offers.map(({ order }) => order.id),
    ).toContain(id)
    await say(other, id, 'accept')
    expect(await orderOf(id)).toMatchObject({ state: 'assigned', car_indicativ: '113', replacement_since: null })
    await expect(say(standing, id, 'arrived')).rejects.toThrow()
    const wanted = ['assigned', 'replacement_searched', 'replaced', 'no_replacement']
    const history = await historyOf(id)
    expect(history.filter((type) => wanted.includes(type))).toEqual([
      'assigned',
      'replacement_searched',
      'replaced',
      'assigned',
    ])
    await expectInvariants(dataDir)
    await say(other, id, 'start')
    await say(other, id, 'finish', { cost: 15 })
  },
  TEST_MS,
)

test(
  'nobody accepts after the server was killed: the driver keeps the order, and nobody else is asked',
  async () => {
    await using standing = await aPhone(server.url, 'sofer112@demo.ro', north(1500))
    await using other = await aPhone(server.url, 'sofer113@demo.ro', north(2500))
    const id = await killedReplacement(standing, other)
    await say(other, id, 'refuse')
    await expect.poll(async () => (await orderOf(id)).replacement_since, WAIT).toBeNull()
    expect(await orderOf(id)).toMatchObject({ state: 'assigned', car_indicativ: '112' })
    expect((await historyOf(id)).filter((type) => type === 'no_replacement')).toHaveLength(1)
    await expectInvariants(dataDir)
    await standing.moveTo(north(20))
    await say(standing, id, 'arrived')
    await say(standing, id, 'start')
    await say(standing, id, 'finish', { cost: 15 })
    await expectInvariants(dataDir)
  },
  TEST_MS,
)
