import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectInvariants } from '../../testing/search-fixture.ts'
import { accept, idOf, ringing, takeBack } from '../testing/by-hand.ts'
import {
  aReplacement,
  expectSameDriver,
  historyOf,
  judgeNow,
  type ReplacementFixture,
  stand,
  view,
} from './testing/replacement-fixture.ts'

/** What a server of the version before does with the walk of an order that has a driver. */
async function endWalk({ server: { db, clock }, orderId }: ReplacementFixture): Promise<void> {
  const now = clock.now()
  await sql`
    with walks as (
      update search_walks set status = 'aborted', ended_at = ${now}, due_at = null
      where order_id = ${orderId} and status = 'running'
    ), rounds as (
      update search_rounds set outcome = 'withdrawn', closed_at = ${now} where order_id = ${orderId} and outcome is null
    )
    update search_offers set fate = 'withdrawn', closed_at = ${now} where order_id = ${orderId} and fate = 'open'
  `.execute(db)
}

const markedSince = async ({ server, orderId }: ReplacementFixture) =>
  (await server.db.selectFrom('orders').select('replacement_since').where('id', '=', orderId).executeTakeFirstOrThrow())
    .replacement_since

/** Leaves the mark, as a version does that does not know of it. */
const leaveMark = ({ server, orderId }: ReplacementFixture) =>
  sql`update orders set replacement_since = ${server.clock.now()} where id = ${orderId}`.execute(server.db)

test('the search was ended by a server of the version before: dispatchers are told, and after the limit others are asked again', async () => {
  await using fixture = await aReplacement()
  const console = await fixture.server.socket(fixture.dispatcher)
  await endWalk(fixture)
  await judgeNow(fixture)
  await console.waitForEvent('order_warning', ({ kind }) => kind === 'no_replacement')
  await expectSameDriver(fixture)
  expect(await historyOf(fixture, 'no_replacement')).toHaveLength(1)
  await stand(fixture, 240)
  expect(await ringing(fixture, fixture.orderId)).toEqual([])
  await stand(fixture, 120)
  expect(await ringing(fixture, fixture.orderId)).toHaveLength(2)
  await expectInvariants(fixture.server)
})

test('a server of the version before lets the driver arrive: the phones of the others stop, and the mark goes', async () => {
  await using fixture = await aReplacement()
  const { server, orderId } = fixture
  const arrived = { trip_state: 'waiting_client', arrived_at: server.clock.now() } as const
  await server.db.updateTable('orders').set(arrived).where('id', '=', orderId).execute()
  await server.db
    .updateTable('search_walks')
    .set({ due_at: server.clock.now() })
    .where('order_id', '=', orderId)
    .where('status', '=', 'running')
    .execute()
  await fixture.settle()
  expect(await ringing(fixture, orderId)).toEqual([])
  expect((await view(fixture)).replacement_since).toBeNull()
  await judgeNow(fixture)
  expect(await markedSince(fixture)).toBeNull()
  expect(await historyOf(fixture, 'no_replacement')).toEqual([])
  await expectInvariants(server)
})

test('the mark on an order that another driver accepted there goes without a word', async () => {
  await using fixture = await aReplacement()
  await accept(fixture, 1, fixture.orderId)
  await leaveMark(fixture)
  await judgeNow(fixture)
  expect(await view(fixture)).toMatchObject({ driver_id: idOf(fixture, 1), replacement_since: null })
  expect(await markedSince(fixture)).toBeNull()
  expect(await historyOf(fixture, 'no_replacement')).toEqual([])
  await expectInvariants(fixture.server)
})

test('the mark on an order that was taken back there neither ends its search nor puts it behind others', async () => {
  await using fixture = await aReplacement()
  const { server, orderId } = fixture
  await leaveMark(fixture)
  await takeBack(fixture, orderId)
  await leaveMark(fixture)
  await judgeNow(fixture)
  expect(await markedSince(fixture)).toBeNull()
  expect(await ringing(fixture, orderId)).toHaveLength(2)
  const { promised_at } = await server.db
    .selectFrom('search_walks')
    .select('promised_at')
    .where('order_id', '=', orderId)
    .orderBy('walk_no', 'desc')
    .executeTakeFirstOrThrow()
  expect(promised_at?.getTime()).toBeLessThan(server.clock.now().getTime())
  await fixture.pass(61)
  expect(await fixture.order(orderId)).toMatchObject({
    state: 'canceled',
    cancellation_reason_type: 'no_drivers_found',
  })
  await expectInvariants(server)
})

test('the mark on a next order is not shown', async () => {
  await using fixture = await aReplacement()
  await accept(fixture, 1, fixture.orderId)
  const { server, orderId } = fixture
  await leaveMark(fixture)
  await server.db.updateTable('orders').set({ is_next_order: true }).where('id', '=', orderId).execute()
  expect((await view(fixture)).replacement_since).toBeNull()
  await judgeNow(fixture)
  expect(await markedSince(fixture)).toBeNull()
})
