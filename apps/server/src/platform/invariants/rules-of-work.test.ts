import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createFixture } from '../../orders/testing/order-fixture.ts'
import { checkInvariants } from './check-invariants.ts'

const fixture = await createFixture()
const { server } = fixture
afterAll(() => server.stop())

const now = () => server.clock.now()
const broken = async () => (await checkInvariants(server.db, now())).map(({ rule }) => rule)
const run = (statement: ReturnType<typeof sql>) => statement.execute(server.db)
const { driverId } = fixture.driver

/** An order that rings in its first round; its driver is free. */
let orderId: OrderId
beforeEach(async () => {
  await run(sql`truncate orders, search_walks, search_rounds, search_offers cascade`)
  await run(sql`update driver_status set is_busy = false`)
  orderId = asId<OrderId>((await fixture.place()).id)
  await run(sql`
    insert into search_rounds (walk_id, order_id, no, step, started_at, ends_at, look_again_at)
    select id, order_id, 1, '{"notificationMethod": "all"}', ${now()}, ${now()}, ${now()} from search_walks`)
  expect(await broken()).toEqual([])
})

function history(id: number, type: string) {
  return run(sql`
    insert into order_history (order_id, timestamp, type, initiator_kind) values (${id}, ${now()}, ${type}, 'system')`)
}

function offer(fate: 'open' | 'lost_race') {
  return run(sql`
    insert into search_offers (round_id, order_id, driver_id, rank, metres, notified_at, expires_at, fate, closed_at)
    select id, order_id, ${driverId}, 1, 100, ${now()}, ${now()}, ${fate}, ${fate === 'open' ? null : now()}
    from search_rounds`)
}

/** Assigns the order to the driver and ends its search. */
async function drive(id: number, trip: 'waiting_driver' | 'started', isNext = false) {
  await run(sql`update search_walks set status = 'aborted', due_at = null, ended_at = ${now()} where order_id = ${id}`)
  await run(sql`update search_rounds set outcome = 'withdrawn', closed_at = ${now()} where order_id = ${id}`)
  await run(sql`
    update orders set state = 'assigned', trip_state = ${trip}, is_next_order = ${isNext}, driver_id = ${driverId}
    where id = ${id}`)
  await run(sql`update driver_status set is_busy = true where driver_id = ${driverId}`)
  await history(id, 'assigned')
}

const cases: [string, () => Promise<unknown>][] = [
  ['one next order only behind a trip under way', () => drive(orderId, 'waiting_driver', true)],
  ['a searched order is shown as listed exactly while', () => run(sql`update orders set in_pending_queue = true`)],
  [
    'a queued walk keeps a pinned list',
    async () => {
      await run(sql`update search_rounds set outcome = 'expired', closed_at = ${now()}`)
      await run(sql`update search_walks set status = 'queued'`)
      await run(sql`update orders set state = 'pending', in_pending_queue = true`)
      await history(orderId, 'moved_to_pending')
    },
  ],
  [
    'what rings is the driver’s only offer',
    async () => {
      await offer('lost_race')
      await run(sql`update search_offers set is_exclusive = false`)
    },
  ],
  [
    'nothing rings at a busy driver',
    async () => {
      await offer('open')
      await drive((await fixture.place()).id, 'started')
    },
  ],
]

test.each(cases)('%s', async (rule, breakIt) => {
  await breakIt()
  const found = await broken()
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(rule)
})

test('a next order behind a running trip breaks no rule', async () => {
  await drive(orderId, 'started')
  await drive((await fixture.place()).id, 'waiting_driver', true)
  expect(await broken()).toEqual([])
})

test('two current orders of one driver are found where the index that forbids them is missing', async () => {
  const second = (await fixture.place()).id
  await run(sql`drop index orders_one_current_and_one_next`)
  await drive(orderId, 'started')
  await drive(second, 'started')
  expect(await broken()).toEqual([
    'a driver has one current order at most, and one next order only behind a trip under way (driver ids)',
  ])
})
