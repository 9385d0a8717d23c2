import { reportPosition } from '@dispecerat/contract/dispatch/driver'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  createSearchFixture,
  expectInvariants,
  northOfPickup,
  type SearchFixture,
} from '../../testing/search-fixture.ts'

const STEPS = [{ searchType: 'by_radius', searchLimit: 500, searchSeconds: 60 } as const]
const ORDERS = 6

/** State of every search in the database: due time, rounds, and number of history lines. */
async function searches({ server }: SearchFixture) {
  const { rows } = await sql<{ orderId: OrderId; dueInMs: number; lookInMs: number; rounds: number; lines: number }>`
    select walk.order_id as "orderId", extract(epoch from walk.due_at - ${server.clock.now()}::timestamptz)::float8 * 1000 as "dueInMs",
      extract(epoch from round.look_again_at - ${server.clock.now()}::timestamptz)::float8 * 1000 as "lookInMs",
      (select count(*) from search_rounds where walk_id = walk.id) as rounds,
      (select count(*) from order_history where order_id = walk.order_id) as lines
    from search_walks as walk join search_rounds as round on round.walk_id = walk.id order by 1`.execute(server.db)
  return rows
}

async function aBusyEvening() {
  const fixture = await createSearchFixture({ metres: [5_000], steps: STEPS })
  for (let n = 0; n < ORDERS; n++) await fixture.place()
  return fixture
}

test('many searches without new candidates are evaluated together: only their next due time moves', async () => {
  await using fixture = await aBusyEvening()
  const before = await searches(fixture)
  expect(before.map(({ dueInMs, rounds }) => [dueInMs, rounds])).toEqual(
    Array.from({ length: ORDERS }, () => [2_000, 1]),
  )
  await fixture.pass(2)
  expect(await searches(fixture)).toEqual(before)
  await expectInvariants(fixture.server)
})

test('a newly near driver rings for the oldest of them, and the others record the reason', async () => {
  await using fixture = await aBusyEvening()
  await fixture.pass(1)
  await fixture.server.request(reportPosition, { body: northOfPickup(100) }, fixture.drivers[0]?.token)
  await fixture.pass(1)
  // Those that left the driver to the oldest look again soon.
  await fixture.pass(0.5)
  const [oldest] = await searches(fixture)
  const { rows } = await sql<{ asked: OrderId[]; waiting: number }>`
    select (select array_agg(order_id) from search_offers where fate = 'open') as asked,
      (select count(*) from search_rounds where passed_over -> 'holds_another_offer' is not null) as waiting
  `.execute(fixture.server.db)
  expect(rows).toEqual([{ asked: [oldest?.orderId], waiting: ORDERS - 1 }])
  await expectInvariants(fixture.server)
})

test('one of many throws: it counts against that one, the others go on', async () => {
  await using fixture = await aBusyEvening()
  const [first] = await searches(fixture)
  await sql`update search_rounds set step = '{"searchType": "unheard of"}' where order_id = ${first?.orderId}`.execute(
    fixture.server.db,
  )
  await fixture.pass(2)
  const { rows } = await sql<{ orderId: OrderId; failures: number }>`
    select order_id as "orderId", failures from search_walks where failures > 0`.execute(fixture.server.db)
  expect(rows).toEqual([{ orderId: first?.orderId, failures: 1 }])
  const after = await searches(fixture)
  expect(after.slice(1).map(({ dueInMs }) => dueInMs)).toEqual(Array.from({ length: ORDERS - 1 }, () => 2_000))
})
