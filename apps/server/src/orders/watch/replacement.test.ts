import { driverCancel, refuseOrder } from '@dispecerat/contract/dispatch/driver'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { moveDueTimes } from '../../platform/db/due-times.ts'
import { expectInvariants } from '../../testing/search-fixture.ts'
import { accept, assign, excludedOf, idOf, RADIUS, ringing, takeBack } from '../testing/by-hand.ts'
import {
  anAcceptedOrder,
  aReplacement,
  driveUnwatched,
  expectSameDriver,
  historyOf,
  judgeNow,
  me,
  type ReplacementFixture,
  stand,
  view,
} from './testing/replacement-fixture.ts'

async function giveBack({ server, drivers, orderId, settle }: ReplacementFixture): Promise<void> {
  const input = { params: { id: orderId }, body: { reason: 'Pană' } }
  expect((await server.request(driverCancel, input, drivers[0]?.token)).status).toBe(200)
  await settle()
}

test('after the second limit others are asked while the first driver keeps the order; the one who accepts has it', async () => {
  await using fixture = await anAcceptedOrder()
  const { server, orderId, dispatcher } = fixture
  const phones = await Promise.all([0, 1, 2].map((index) => fixture.phone(index)))
  const console = await server.socket(dispatcher)
  await stand(fixture, 15)
  await stand(fixture, 345)
  expect(await view(fixture)).toMatchObject({ car_warning: { kind: 'standing' }, replacement_since: null })
  await stand(fixture, 15)
  expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 1), idOf(fixture, 2)])
  const since = expect.any(String)
  expect(await view(fixture)).toMatchObject({
    state: 'assigned',
    trip_state: 'waiting_driver',
    driver_id: idOf(fixture, 0),
    replacement_since: since,
  })
  expect((await me(fixture, 0)).active_orders).toMatchObject([{ id: orderId, replacement_since: since }])
  const replacing = await console.waitForEvent('order_warning', ({ kind }) => kind === 'replacing')
  expect(replacing.data).toMatchObject({ order_id: orderId, order: { replacement_since: since } })
  await phones[1]?.waitForEvent('order_available', ({ order }) => (order as { id: number }).id === orderId)
  await expectInvariants(server)

  expect((await accept(fixture, 1, orderId)).status).toBe(200)
  await fixture.settle()
  await phones[0]?.waitForEvent('order_canceled', ({ reason }) => reason === 'no_longer_available')
  await phones[2]?.waitForEvent('order_canceled', ({ order_id, reason }) => order_id === orderId && reason === 'taken')
  expect(await view(fixture)).toMatchObject({
    state: 'assigned',
    driver_id: idOf(fixture, 1),
    car_warning: null,
    replacement_since: null,
  })
  expect(await me(fixture, 0)).toMatchObject({ is_busy: false, active_orders: [] })
  expect(await me(fixture, 1)).toMatchObject({ is_busy: true, active_orders: [{ id: orderId }] })
  expect(await excludedOf(fixture, orderId)).toEqual([idOf(fixture, 0)])
  const lines = await historyOf(fixture, 'replacement_searched', 'replaced', 'assigned')
  expect(lines.map(({ type }) => type)).toEqual(['assigned', 'replacement_searched', 'replaced', 'assigned'])
  await expectInvariants(server)
})

test('nobody accepts: the first driver keeps the order, and after the same time others are asked again', async () => {
  await using fixture = await aReplacement()
  const { orderId, server, dispatcher, drivers } = fixture
  const console = await server.socket(dispatcher)
  for (const index of [1, 2])
    await server.request(refuseOrder, { params: { id: orderId }, body: {} }, drivers[index]?.token)
  await fixture.pass(61)
  await console.waitForEvent('order_warning', ({ kind }) => kind === 'no_replacement')
  await expectSameDriver(fixture)
  expect(await view(fixture)).toMatchObject({ always_in_call: false, cancellation_reason_type: null })
  await stand(fixture, 240)
  expect(await ringing(fixture, orderId)).toEqual([])
  await stand(fixture, 120)
  expect(await ringing(fixture, orderId)).toHaveLength(2)
})

test('rules that ring at no phone: nobody is asked, and dispatchers are told once', async () => {
  await using fixture = await aReplacement([{ ...RADIUS, notificationMethod: 'pending' }])
  await stand(fixture, 720)
  await expectSameDriver(fixture)
  const lines = await historyOf(fixture, 'replacement_searched', 'no_replacement')
  expect(lines.map(({ type }) => type)).toEqual(['no_replacement'])
  const { rows } = await sql<{ kind: string }>`
    select data ->> 'kind' as kind from event_log where event = 'order_warning' order by seq`.execute(fixture.server.db)
  expect(rows.map(({ kind }) => kind)).toEqual(['standing', 'no_replacement'])
})

test('the driver gives the order back after nobody else accepted it: the offer counts as returned', async () => {
  await using fixture = await aReplacement()
  await fixture.pass(61)
  await giveBack(fixture)
  const [accepted] = await fixture.offers(fixture.orderId)
  expect(accepted).toMatchObject({ driver_id: idOf(fixture, 0), fate: 'accepted_then_returned' })
  await expectInvariants(fixture.server)
})

test('a driver who gives back what a dispatcher gave returns no offer that came before', async () => {
  await using fixture = await anAcceptedOrder()
  await takeBack(fixture, fixture.orderId)
  await assign(fixture, fixture.orderId, idOf(fixture, 0))
  await giveBack(fixture)
  const [accepted] = await fixture.offers(fixture.orderId)
  expect(accepted).toMatchObject({ driver_id: idOf(fixture, 0), fate: 'accepted' })
  await expectInvariants(fixture.server)
})

test('the lists of the rules are left out', async () => {
  await using fixture = await aReplacement([RADIUS, { ...RADIUS, notificationMethod: 'pending_pinned' }])
  expect(await ringing(fixture, fixture.orderId)).toHaveLength(2)
  await fixture.pass(61)
  await expectSameDriver(fixture)
})

test('the car comes nearer: nobody else is asked any longer', async () => {
  await using fixture = await aReplacement()
  const phone = await fixture.phone(1)
  await driveUnwatched(fixture, 15, { from: 2000, to: 1840 })
  await judgeNow(fixture)
  expect(await ringing(fixture, fixture.orderId)).toEqual([])
  await expectSameDriver(fixture)
  const lost = await phone.waitForEvent('order_canceled', ({ order_id }) => order_id === fixture.orderId)
  expect(lost.data).toMatchObject({ reason: 'taken' })
  expect(await historyOf(fixture, 'replacement_ended')).toMatchObject([{ data: { because: 'car_moves' } }])
})

test('several servers search another car once', async () => {
  await using fixture = await anAcceptedOrder()
  const { server } = fixture
  await stand(fixture, 15)
  await driveUnwatched(fixture, 375, { from: 2000 })
  await Promise.all([judgeNow(fixture), judgeNow(fixture), judgeNow(fixture)])
  expect(await historyOf(fixture, 'replacement_searched')).toHaveLength(1)
  await expectInvariants(server)
})

test('a company that wants no replacement is warned only', async () => {
  await using fixture = await anAcceptedOrder()
  await fixture.server.db.updateTable('company_settings').set({ car_replacement_min: 0 }).execute()
  await stand(fixture, 15)
  await stand(fixture, 900)
  expect((await view(fixture)).car_warning).toMatchObject({ kind: 'standing' })
  await expectSameDriver(fixture)
})

test('an order for named drivers only is offered to nobody else', async () => {
  await using fixture = await anAcceptedOrder()
  const { server, orderId } = fixture
  const onlyNamed = { custom_driver_ids: [idOf(fixture, 0), idOf(fixture, 2)], only_custom: true }
  await server.db.updateTable('orders').set(onlyNamed).where('id', '=', orderId).execute()
  await stand(fixture, 15)
  await stand(fixture, 375)
  expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 2)])
  await fixture.pass(61)
  await expectSameDriver(fixture)
})

test('the clock is set back by three hours: the search of another car began as long ago as before', async () => {
  await using fixture = await aReplacement()
  const { server, orderId } = fixture
  const rows = () =>
    server.db
      .selectFrom('car_watches')
      .innerJoin('orders', 'orders.id', 'car_watches.order_id')
      .select(['sought_at', 'replacement_since'])
      .where('orders.id', '=', orderId)
      .executeTakeFirstOrThrow()
  await server.stopJobs()
  const before = await rows()
  const step = { from: server.clock.now(), seconds: -3 * 3600 }
  await moveDueTimes(server.db, step)
  await moveDueTimes(server.db, step)
  const wanted = new Date((before.sought_at?.getTime() ?? 0) - 3 * 3_600_000)
  expect(await rows()).toEqual({ sought_at: wanted, replacement_since: wanted })
})
