import { viewOffer } from '@dispecerat/contract/dispatch/driver'
import { cancelOrder, createOrder } from '@dispecerat/contract/orders/orders'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aScheduledOrder, assign, idOf, PLACES, RADIUS, ringing, takeBack } from '../../../orders/testing/by-hand.ts'
import { createSearchFixture, type SearchFixture } from '../../../testing/search-fixture.ts'

const cancel = ({ server, dispatcher }: SearchFixture, id: OrderId) =>
  server.request(cancelOrder, { params: { id }, body: {} }, dispatcher)

/** An order whose steps are over, while the phones ring for another one. */
async function aWaitingOrder(fixture: SearchFixture): Promise<{ other: OrderId; waiting: OrderId }> {
  const other = await fixture.place()
  const waiting = await fixture.place()
  await fixture.pass(1)
  expect(await ringing(fixture, waiting)).toEqual([])
  return { other, waiting }
}

async function rings(fixture: SearchFixture, orderId: OrderId, driverIds: number[]): Promise<void> {
  await expect
    .poll(
      async () => {
        await fixture.settle()
        return ringing(fixture, orderId)
      },
      { timeout: 60_000 },
    )
    .toEqual(driverIds)
}

test('a waiting order rings at the next phone at once when a dispatcher names the driver of the ringing one', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200, 300], steps: [RADIUS], skipEmptySteps: true })
  const { other, waiting } = await aWaitingOrder(fixture)
  await cancel(fixture, other)
  await rings(fixture, waiting, [idOf(fixture, 0), idOf(fixture, 1)])
  await assign(fixture, await aScheduledOrder(fixture), idOf(fixture, 0))
  expect(await ringing(fixture, waiting)).toEqual([idOf(fixture, 1), idOf(fixture, 2)])
})

test('a driver whose offer was withdrawn is asked again at once when they come free', async () => {
  const steps = [{ ...RADIUS, searchSeconds: 10 }]
  await using fixture = await createSearchFixture({ metres: [100, 200, 300], steps })
  const { server, dispatcher } = fixture
  const named = { client_phone: '+40740555559', places: PLACES, custom_driver_ids: [idOf(fixture, 2)] }
  await server.request(createOrder, { body: named }, dispatcher)
  await fixture.settle()
  const waiting = await fixture.place()
  expect(await ringing(fixture, waiting)).toEqual([idOf(fixture, 0), idOf(fixture, 1)])
  const scheduled = await aScheduledOrder(fixture)
  await assign(fixture, scheduled, idOf(fixture, 0))
  await fixture.pass(10)
  expect(await ringing(fixture, waiting)).toEqual([])
  await takeBack(fixture, scheduled)
  await rings(fixture, waiting, [idOf(fixture, 0)])
  expect((await fixture.offers(waiting)).map(({ fate }) => fate)).toEqual(['withdrawn', 'not_delivered', 'open'])
})

test('an offer ignored while its order waits counts towards the pause', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [RADIUS], skipEmptySteps: true })
  const { server, drivers } = fixture
  await server.db.updateTable('company_settings').set({ auto_pause: true }).execute()
  const { other, waiting } = await aWaitingOrder(fixture)
  await cancel(fixture, other)
  await rings(fixture, waiting, [idOf(fixture, 0)])
  const offers = server.db.selectFrom('search_offers').select('round_id').where('order_id', '=', waiting)
  const { round_id: roundId } = await offers.executeTakeFirstOrThrow()
  await server.request(viewOffer, { params: { roundId } }, drivers[0]?.token)
  await fixture.pass(21)
  expect((await fixture.offers(waiting)).map(({ fate }) => fate)).toEqual(['seen_no_answer'])
  const status = server.db.selectFrom('driver_status').select('ignored_in_row')
  expect(await status.where('driver_id', '=', idOf(fixture, 0)).executeTakeFirstOrThrow()).toEqual({
    ignored_in_row: 1,
  })
})

test('a driver whose row is locked for a moment does not end the wait', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [RADIUS], skipEmptySteps: true })
  const { server } = fixture
  const { other, waiting } = await aWaitingOrder(fixture)
  await server.db.transaction().execute(async (tx) => {
    await tx.selectFrom('driver_status').select('driver_id').forUpdate().execute()
    await cancel(fixture, other)
    // The wake of the freed driver makes the order due, and the database refuses the offer.
    for (let n = 0; n < 3; n++) await fixture.settle()
    expect(await ringing(fixture, waiting)).toEqual([])
  })
  expect(await fixture.order(waiting)).toMatchObject({ state: 'created' })
  await fixture.pass(4)
  expect(await ringing(fixture, waiting)).toEqual([idOf(fixture, 0)])
})
