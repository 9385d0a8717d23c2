import { acceptOrder, driverCancel } from '@dispecerat/contract/dispatch/driver'
import { stepToWire } from '@dispecerat/contract/dispatch/search-steps'
import { createOrder, editOrder } from '@dispecerat/contract/orders/orders'
import { type SearchStep, STEP_DEFAULTS } from '@dispecerat/domain/dispatch/search-rules'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { expect, test } from 'vitest'
import { runDueOrders } from '../../orders/life/run-due-orders.ts'
import { TOWN_SQUARE } from '../../testing/builders.ts'
import { createSearchFixture, expectInvariants, type SearchFixture } from '../../testing/search-fixture.ts'

const ALL_WEEK: Partial<SearchStep> = { searchType: 'by_radius', searchLimit: 5000, searchSeconds: 60 }

/** Adds an interval with a method of one step, recognisable by its seconds. */
async function anInterval(
  { server, companyId }: SearchFixture,
  rule: { from: string; to: string; sort: number; seconds: number; day?: string },
): Promise<void> {
  const items = [stepToWire({ ...STEP_DEFAULTS, ...ALL_WEEK, searchSeconds: rule.seconds })]
  const method = await server.db
    .insertInto('search_methods')
    .values({ company_id: companyId, definitions: JSON.stringify({ items }), updated_at: server.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('search_intervals')
    .values({
      company_id: companyId,
      search_method_id: method.id,
      type: rule.day ? 'custom' : 'weekdays',
      custom_day: rule.day ?? null,
      time_from: rule.from,
      time_to: rule.to,
      sort_order: rule.sort,
    })
    .execute()
}

async function secondsOfRound({ server }: SearchFixture, orderId: OrderId): Promise<number> {
  const { started_at, ends_at } = await server.db
    .selectFrom('search_rounds')
    .select(['started_at', 'ends_at'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return (ends_at.getTime() - started_at.getTime()) / 1000
}

/** Schedules an order this many minutes from now. */
async function schedule(fixture: SearchFixture, minutes: number): Promise<OrderId> {
  const departure = new Date(fixture.server.clock.now().getTime() + minutes * 60_000)
  const body = {
    client_phone: '+40740777777',
    places: [{ name: 'Piața Sfatului', lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }],
    departure_time: toWireTime(departure),
  }
  return asId<OrderId>((await fixture.server.request(createOrder, { body }, fixture.dispatcher)).reply.data.id)
}

// The fixture's clock begins on Sunday, 1 March 2026, 20:00 in Bucharest.
test('a scheduled order is searched by the rules of its start time, even when it starts late', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [ALL_WEEK] })
  await fixture.server.db.updateTable('search_intervals').set({ sort_order: 9 }).execute()
  await anInterval(fixture, { from: '21:00:00', to: '21:59:59', sort: 1, seconds: 33 })
  await fixture.server.db.updateTable('company_settings').set({ scheduled_lead_min: 20 }).execute()
  const orderId = await schedule(fixture, 90)
  expect(await fixture.order(orderId)).toMatchObject({ state: 'pending' })

  fixture.server.pass(69 * 60)
  await runDueOrders(fixture.server)
  expect(await fixture.order(orderId)).toMatchObject({ state: 'pending' })
  // It starts at 21:10; the timer does not run until 22:30.
  fixture.server.pass(81 * 60)
  await runDueOrders(fixture.server)
  // The running server's job may have claimed it first and still be working on it.
  await expect.poll(async () => (await fixture.order(orderId)).state).toBe('created')
  await fixture.settle()
  expect(await fixture.order(orderId)).toMatchObject({ state: 'created' })
  expect(await secondsOfRound(fixture, orderId)).toBe(33)
  await expectInvariants(fixture.server)
})

test('a special day under the all-week interval never applies; placed above it, it does', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [ALL_WEEK] })
  await anInterval(fixture, { from: '00:00:00', to: '23:59:59', sort: 2, seconds: 44, day: '2026-03-01' })
  expect(await secondsOfRound(fixture, await fixture.place())).toBe(60)
  await fixture.server.db.updateTable('search_intervals').set({ sort_order: 3 }).where('sort_order', '=', 1).execute()
  expect(await secondsOfRound(fixture, await fixture.place())).toBe(44)
})

test('a walk keeps the rules it began with, whatever is saved meanwhile', async () => {
  await using fixture = await createSearchFixture({ metres: [], steps: [{ ...ALL_WEEK, searchSeconds: 6 }, ALL_WEEK] })
  const orderId = await fixture.place()
  await fixture.server.db.updateTable('search_methods').set({ definitions: '{"items": []}' }).execute()
  await fixture.pass(6)
  expect(await secondsOfRound(fixture, orderId)).toBe(60)
})

test('a driver who gave the order back is excluded from every later search of it', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200], steps: [ALL_WEEK] })
  const { server, drivers, dispatcher } = fixture
  const orderId = await fixture.place()
  const params = { id: orderId }
  await server.request(acceptOrder, { params, body: {} }, drivers[0]?.token)
  await server.request(driverCancel, { params, body: { reason: 'pană' } }, drivers[0]?.token)
  await fixture.settle()
  await server.request(editOrder, { params, body: { options: {} } }, dispatcher)
  await fixture.settle()
  const open = (await fixture.offers(orderId)).filter(({ fate }) => fate === 'open')
  expect(open.map(({ driver_id }) => driver_id)).toEqual([drivers[1]?.driverId])
  await expectInvariants(server)
})

test('offers in groups: the next group is released later, also after an evaluation in between', async () => {
  const steps = [{ ...ALL_WEEK, searchSeconds: 30, stagger: { drivers: 2, seconds: 5 } }]
  await using fixture = await createSearchFixture({ metres: [100, 200, 300, 400, 500], steps })
  const orderId = await fixture.place()
  for (let second = 0; second < 12; second++) await fixture.pass(1)
  expect((await fixture.offers(orderId)).map(({ rank, seconds }) => [rank, seconds])).toEqual([
    [1, 0],
    [2, 0],
    [3, 5],
    [4, 5],
    [5, 10],
  ])
  await expectInvariants(fixture.server)
})
