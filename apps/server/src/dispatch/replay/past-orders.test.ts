import { cancelOrder, createOrder, retryOrder } from '@dispecerat/contract/orders/orders'
import { asId, type CompanyId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { expect, test } from 'vitest'
import { runDueOrders } from '../../orders/life/run-due-orders.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, TOWN_SQUARE } from '../../testing/builders.ts'
import { pastOrders } from './past-orders.store.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
const place = { name: 'Piața Sfatului', lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }

interface Fixture extends AsyncDisposable {
  server: TestServer
  companyId: CompanyId
  /** A new token: the clock of these tests passes days, which no session outlasts. */
  dispatcher(): Promise<string>
}

async function createFixture(): Promise<Fixture> {
  const server = await aServer()
  const { companyId } = await aCompany(server)
  const { email } = await aDispatcher(server, { companyId })
  return { server, companyId, dispatcher: () => server.logIn(email), [Symbol.asyncDispose]: () => server.stop() }
}

let callers = 0
async function anOrder({ server, dispatcher }: Fixture, minutesAhead: number | null): Promise<number> {
  callers += 1
  const departure = minutesAhead === null ? null : server.clock.now().getTime() + minutesAhead * MINUTE_MS
  const body = {
    client_phone: `+40741${String(callers).padStart(6, '0')}`,
    places: [place],
    departure_time: departure === null ? null : toWireTime(new Date(departure)),
  }
  return (await server.request(createOrder, { body }, await dispatcher())).reply.data.id
}

/** Minutes from the fixture's start to the replayed search of each order of the days [from, to), as far as they have one. */
async function searchesBetween(fixture: Fixture, began: Date, [from, to]: [number, number]) {
  const at = (days: number) => new Date(began.getTime() + days * DAY_MINUTES * MINUTE_MS)
  const orders = await pastOrders(fixture.server.db, { companyId: fixture.companyId, from: at(from), to: at(to) })
  return orders.map(({ orderId, searchAt }) => [orderId, (searchAt - began.getTime()) / MINUTE_MS])
}

async function cancel({ server, dispatcher }: Fixture, id: number): Promise<void> {
  await server.request(cancelOrder, { params: { id }, body: {} }, await dispatcher())
}

async function retry({ server, dispatcher }: Fixture, id: number): Promise<void> {
  expect((await server.request(retryOrder, { params: { id }, body: {} }, await dispatcher())).status).toBe(200)
}

test('an order is replayed from its search: scheduled from its start, also after a retry, and for now from its placing', async () => {
  await using fixture = await createFixture()
  const { server } = fixture
  const began = server.clock.now()
  const scheduled = await anOrder(fixture, 3 * DAY_MINUTES)
  const retried = await anOrder(fixture, 3 * DAY_MINUTES + 1)
  const now = await anOrder(fixture, null)
  await cancel(fixture, now)
  await retry(fixture, now)

  server.pass((3 * DAY_MINUTES - 14) * 60)
  await runDueOrders(server)
  server.pass(600)
  await cancel(fixture, retried)
  await retry(fixture, retried)

  expect(await searchesBetween(fixture, began, [0, 2])).toEqual([[now, 0]])
  expect(await searchesBetween(fixture, began, [2, 4])).toEqual([
    [scheduled, 3 * DAY_MINUTES - 15],
    [retried, 3 * DAY_MINUTES - 14],
  ])
})

test('a scheduled order that was searched before its time is replayed from that search', async () => {
  await using fixture = await createFixture()
  const { server } = fixture
  const began = server.clock.now()
  const id = await anOrder(fixture, 3 * DAY_MINUTES)
  server.pass(2 * DAY_MINUTES * 60)
  await retry(fixture, id)
  expect(await searchesBetween(fixture, began, [0, 4])).toEqual([[id, 2 * DAY_MINUTES]])
})

test('an order scheduled a month ahead, the furthest that is possible, is replayed too', async () => {
  await using fixture = await createFixture()
  const began = fixture.server.clock.now()
  const id = await anOrder(fixture, 30 * DAY_MINUTES)
  expect(await searchesBetween(fixture, began, [29, 31])).toEqual([[id, 30 * DAY_MINUTES - 15]])
})

test('a doubted arrival is no arrival', async () => {
  await using fixture = await createFixture()
  const { server, companyId } = fixture
  const began = server.clock.now()
  const orderId = asId<OrderId>(await anOrder(fixture, null))
  const arrived = { order_id: orderId, timestamp: began, type: 'arrived', initiator_kind: 'driver' } as const
  await server.db
    .insertInto('order_history')
    .values({ ...arrived, data: JSON.stringify({ arrival_doubt: 'far', metres: 1200 }) })
    .execute()
  const arrivedAt = async () => {
    const [order] = await pastOrders(server.db, { companyId, from: began, to: new Date(began.getTime() + MINUTE_MS) })
    return order?.past.arrivedAt
  }
  expect(await arrivedAt()).toBeNull()
  await server.db.insertInto('order_history').values(arrived).execute()
  expect(await arrivedAt()).toBe(began.getTime())
})
