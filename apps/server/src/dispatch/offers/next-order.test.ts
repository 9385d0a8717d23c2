import {
  acceptOrder,
  arriveAtPickup,
  driverCancel,
  driverMe,
  finishTrip,
  startTrip,
} from '@dispecerat/contract/dispatch/driver'
import { cancelOrder, readOrder } from '@dispecerat/contract/orders/orders'
import type { SearchStep } from '@dispecerat/domain/dispatch/search-rules'
import { asId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { UNSEEN } from '@dispecerat/domain/orders/arrival'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { finishTrip as finish } from '../../orders/life/finish-trip.ts'
import { checkInvariants } from '../../platform/invariants/check-invariants.ts'
import { driverRow, queueForLock } from '../../testing/database/queue-for-lock.ts'
import { withoutRowLocks } from '../../testing/database/without-row-locks.ts'
import { createSearchFixture, expectInvariants, type SearchFixture } from '../../testing/search-fixture.ts'
import { asDriver, manyDrivers, ringAt } from '../../testing/telephone/ringing-crowd.ts'
import { acceptOffer } from './accept-offer.ts'

const FARE = { costBani: 100, isByTariff: false, isPositionMock: false, car: UNSEEN }

const ALSO_BUSY: Partial<SearchStep> = {
  searchType: 'by_radius',
  searchLimit: 5000,
  searchSeconds: 60,
  showForBusyDrivers: true,
}

const body = { waiting_driver_time: 9 }
const accept = ({ server, drivers }: SearchFixture, index: number, orderId: OrderId) =>
  server.request(acceptOrder, { params: { id: orderId }, body }, drivers[index]?.token)

/** The first driver has a client in the car. */
async function aStartedTrip(fixture: SearchFixture): Promise<number> {
  const orderId = await fixture.place()
  await accept(fixture, 0, orderId)
  await fixture.server.request(startTrip, { params: { id: orderId } }, fixture.drivers[0]?.token)
  await fixture.settle()
  return orderId
}

async function mine({ server, drivers }: SearchFixture, index = 0) {
  const { reply } = await server.request(driverMe, {}, drivers[index]?.token)
  return reply.data.active_orders.map(({ id, is_next }) => [id, is_next])
}

/** An order with a ringing offer at the driver of `aStartedTrip`. */
async function ringingOrder(fixture: SearchFixture): Promise<OrderId> {
  const orderId = await fixture.place()
  expect(await fixture.offers(orderId)).not.toEqual([])
  return orderId
}

test('a driver about to end a trip gets an offer only in a step that allows it, and accepts it as the next order', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [ALSO_BUSY] })
  const { server, drivers } = fixture
  const current = await aStartedTrip(fixture)
  const next = await ringingOrder(fixture)
  const { status, reply } = await accept(fixture, 0, next)
  expect(status).toBe(200)
  expect(reply.data).toMatchObject({ state: 'assigned', trip_state: 'waiting_driver', is_next: true })
  expect(await mine(fixture)).toEqual([
    [current, false],
    [next, true],
  ])
  const { reply: shown } = await server.request(readOrder, { params: { id: next } }, fixture.dispatcher)
  expect(shown.data).toMatchObject({ is_next: true, waiting_driver_time: 9 })
  await expectInvariants(server)

  for (const step of [arriveAtPickup, startTrip, finishTrip]) {
    const refused = await server.request(step, { params: { id: next }, body: { cost: 5 } } as never, drivers[0]?.token)
    expect([refused.status, refused.body.code]).toEqual([409, 'order.is_next'])
  }

  const phone = await fixture.phone(0)
  await server.request(finishTrip, { params: { id: current }, body: { cost: 20 } }, drivers[0]?.token)
  expect(await mine(fixture)).toEqual([[next, false]])
  await phone.waitForEvent<{ order: { id: number; is_next: boolean } }>(
    'order_updated',
    ({ order }) => order.id === next && !order.is_next,
  )
  expect(await fixture.history(next)).toContain('became_current')
  await expectInvariants(server)
  expect((await server.request(arriveAtPickup, { params: { id: next } }, drivers[0]?.token)).status).toBe(200)
})

test('a busy driver gets no offer in a step that excludes busy drivers, nor for a third order', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [ALSO_BUSY] })
  await aStartedTrip(fixture)
  await accept(fixture, 0, await ringingOrder(fixture))
  const third = await fixture.place()
  await fixture.pass(2)
  expect(await fixture.offers(third)).toEqual([])
  await expectInvariants(fixture.server)

  await using strict = await createSearchFixture({
    metres: [100],
    steps: [{ ...ALSO_BUSY, showForBusyDrivers: false }],
  })
  await aStartedTrip(strict)
  const other = await strict.place()
  await strict.pass(4)
  expect(await strict.offers(other)).toEqual([])
})

test.each(['dispatcher', 'driver'] as const)(
  'the trip is canceled by the %s: the next order becomes the current one',
  async (by) => {
    await using fixture = await createSearchFixture({ metres: [100], steps: [ALSO_BUSY] })
    const { server, drivers, dispatcher } = fixture
    const current = await aStartedTrip(fixture)
    const next = await ringingOrder(fixture)
    await accept(fixture, 0, next)
    const params = { id: current }
    if (by === 'driver') await server.request(driverCancel, { params, body: { reason: 'pană' } }, drivers[0]?.token)
    else await server.request(cancelOrder, { params, body: {} }, dispatcher)
    expect(await mine(fixture)).toEqual([[next, false]])
    await expectInvariants(server)
  },
)

test('the next order is canceled: the trip goes on, the driver stays busy', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [ALSO_BUSY] })
  const { server, dispatcher } = fixture
  const current = await aStartedTrip(fixture)
  const next = await ringingOrder(fixture)
  await accept(fixture, 0, next)
  await server.request(cancelOrder, { params: { id: next }, body: {} }, dispatcher)
  expect(await mine(fixture)).toEqual([[current, false]])
  const status = await server.db.selectFrom('driver_status').select('is_busy').executeTakeFirstOrThrow()
  expect(status.is_busy).toBe(true)
  await expectInvariants(server)
})

/** Drivers with a started trip each and one or more ringing offers. */
async function finishingDrivers(fixture: SearchFixture, count: number, orders: number) {
  const { server, companyId } = fixture
  const drivers = await manyDrivers(server, companyId, count)
  return Promise.all(
    drivers.map(async (driverId) => {
      const { orderId: current } = await ringAt(server, companyId, [driverId])
      await acceptOffer(server, asDriver(driverId), current, null)
      await sql`
        update orders set trip_state = 'started', trip_started_at = ${server.clock.now()} where id = ${current}
      `.execute(server.db)
      const next = []
      for (let i = 0; i < orders; i++) {
        next.push(
          (
            await ringAt(server, companyId, [driverId], false, {
              showForBusyDrivers: true,
              notificationMethod: 'pending',
            })
          ).orderId,
        )
      }
      return { driverId, current: asId<OrderId>(current), next }
    }),
  )
}

const wins = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    () => false,
  )

test('the trip ends while the driver accepts the next order: it is current or next, never neither', async () => {
  await using fixture = await createSearchFixture({ metres: [], steps: [ALSO_BUSY], hasJobs: false })
  const { server } = fixture
  const seen = new Set<string>()
  for (const { driverId, current, next } of await finishingDrivers(fixture, 25, 1)) {
    const [order = asId<OrderId>(0)] = next
    const [yes] = await Promise.all([
      wins(acceptOffer(server, asDriver(driverId), order, null)),
      wins(finish(server, asDriver(driverId), current, FARE)),
    ])
    expect(yes).toBe(true)
    const row = await server.db
      .selectFrom('orders')
      .select(['state', 'is_next_order'])
      .where('id', '=', order)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ state: 'assigned', is_next_order: false })
    const became = await fixture.history(order)
    seen.add(became.includes('became_current') ? 'promoted' : 'current at once')
  }
  await expectInvariants(server)
  expect(seen.size).toBeGreaterThan(0)
})

test('a driver about to end a trip accepts two orders at once: one becomes the next', async () => {
  await using fixture = await createSearchFixture({ metres: [], steps: [ALSO_BUSY], hasJobs: false })
  const { server } = fixture
  for (const { driverId, next } of await finishingDrivers(fixture, 25, 2)) {
    const yes = await Promise.all(next.map((orderId) => wins(acceptOffer(server, asDriver(driverId), orderId, null))))
    expect(yes.filter(Boolean)).toHaveLength(1)
  }
  await expectInvariants(server)
})

test('a driver whose client is not in the car yet accepts no next order from the list', async () => {
  await using fixture = await createSearchFixture({ metres: [], steps: [ALSO_BUSY], hasJobs: false })
  const { server, companyId } = fixture
  const [driverId = 0] = await manyDrivers(server, companyId, 1)
  const { orderId: current } = await ringAt(server, companyId, [asId<UserId>(driverId)])
  await acceptOffer(server, asDriver(asId<UserId>(driverId)), current, null)
  const { orderId: listed } = await ringAt(server, companyId, [asId<UserId>(driverId)], false, {
    showForBusyDrivers: true,
  })
  const yes = acceptOffer(server, asDriver(asId<UserId>(driverId)), listed, null)
  await expect(yes).rejects.toMatchObject({ code: 'driver.busy' })
  await expectInvariants(server)
})

test('without the row locks and the index a driver gets two next orders, and the invariants report it', async () => {
  await using fixture = await createSearchFixture({ metres: [], steps: [ALSO_BUSY], hasJobs: false })
  const { server } = fixture
  const [driver] = await finishingDrivers(fixture, 1, 2)
  if (!driver) throw new Error('nobody drives')
  const { driverId, next } = driver
  await sql`drop index orders_one_current_and_one_next`.execute(server.db)
  const bare = withoutRowLocks(server, { conditions: true })
  const yeses = next.map((orderId) => () => wins(acceptOffer(bare, asDriver(asId<UserId>(driverId)), orderId, null)))
  expect(await queueForLock(server.database, driverRow(driverId), yeses)).toEqual([true, true])
  const rules = (await checkInvariants(server.db, server.clock.now())).map(({ rule }) => rule)
  expect(rules.join()).toContain('one next order only behind a trip under way')
})

test('without the row locks a trip ending during the acceptance leaves a next order without a current one, and the invariants report it', async () => {
  await using fixture = await createSearchFixture({ metres: [], steps: [ALSO_BUSY], hasJobs: false })
  const { server } = fixture
  const bare = withoutRowLocks(server, { conditions: true })
  const [driver] = await finishingDrivers(fixture, 1, 1)
  if (!driver) throw new Error('nobody drives')
  const { driverId, current, next } = driver
  const yes = () => wins(acceptOffer(bare, asDriver(asId<UserId>(driverId)), next[0] ?? asId<OrderId>(0), null))
  const end = () => wins(finish(bare, asDriver(asId<UserId>(driverId)), current, FARE))
  expect(await queueForLock(server.database, driverRow(driverId), [yes, end])).toEqual([true, true])
  const rules = (await checkInvariants(server.db, server.clock.now())).map(({ rule }) => rule)
  expect(rules.join()).toContain('one next order only behind a trip under way')
})
