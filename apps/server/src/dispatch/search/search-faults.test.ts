import { orderDriversChannel } from '@dispecerat/contract/api/realtime'
import { acceptOrder, refuseOrder, setPause, startShift, viewOffer } from '@dispecerat/contract/dispatch/driver'
import { readOrderDrivers } from '@dispecerat/contract/dispatch/search'
import { asId, type CarId, NO_USER, type OrderId, type RoundId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { recordStatusChange } from '../../fleet/drivers/driver-status.store.ts'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher } from '../../testing/builders.ts'
import {
  createSearchFixture,
  expectInvariants,
  northOfPickup,
  type SearchFixture,
  settle,
} from '../../testing/search-fixture.ts'

const ROTATION = [{ searchType: 'by_zone', searchSeconds: 60, notificationMethod: 'by_rotation' } as const]

async function fates(fixture: SearchFixture, orderId: OrderId): Promise<[number, string][]> {
  const offers = await fixture.offers(orderId)
  const place = new Map(fixture.drivers.map(({ driverId }, index) => [driverId, index]))
  return offers.map(({ driver_id, fate }) => [place.get(driver_id) ?? -1, fate])
}

test('a node stops in the middle of a round: another one continues, each round runs once', async () => {
  const steps = [
    { searchType: 'by_zone', searchSeconds: 6 } as const,
    { searchType: 'by_radius', searchSeconds: 10, searchLimit: 5000 } as const,
  ]
  await using fixture = await createSearchFixture({ metres: [100, 200], steps, hasJobs: false })
  const first = await aServer({ besides: fixture.server })
  await first.startJobs()
  const orderId = await fixture.place()
  fixture.server.pass(3)
  await first.stop()
  expect(await fates(fixture, orderId)).toEqual([
    [0, 'open'],
    [1, 'open'],
  ])

  fixture.server.pass(4)
  await using second = await aServer({ besides: fixture.server })
  await second.startJobs()
  await settle(second)
  const { reply } = await second.request(readOrderDrivers, { query: { orderId } }, fixture.dispatcher)
  expect(reply.searches.map(({ step, outcome }) => [step, outcome])).toEqual([
    [1, 'expired'],
    [2, null],
  ])
  const phone = await second.socket(fixture.drivers[0]?.token ?? '')
  const snapshot = await phone.waitForEvent<{ offers: { order: { id: number } }[] }>('offers_snapshot')
  expect(snapshot.data.offers.map(({ order }) => order.id)).toEqual([orderId])
  await expectInvariants(second)
})

test('two nodes search side by side: every step of a search runs once', async () => {
  await using fixture = await createSearchFixture({
    metres: [100, 200],
    steps: [{ searchType: 'by_zone', searchSeconds: 6 }],
  })
  await using other = await aServer({ besides: fixture.server })
  await other.startJobs()
  const orderIds = await Promise.all(Array.from({ length: 6 }, () => fixture.place()))
  for (let second = 0; second < 8; second += 2) {
    fixture.server.pass(2)
    await Promise.all([settle(fixture.server), settle(other)])
  }
  const rounds = await fixture.server.db.selectFrom('search_rounds').select(['order_id', 'no']).execute()
  // An order that got neither driver waits in a second round.
  expect(rounds.filter(({ no }) => no === 1)).toHaveLength(orderIds.length)
  expect(Math.max(...rounds.map(({ no }) => no))).toBeLessThanOrEqual(2)
  await expectInvariants(fixture.server)
})

test('a search whose step throws blocks no other, and after five tries dispatchers take over', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200], steps: ROTATION })
  const poisoned = await fixture.place()
  await fixture.server.db
    .updateTable('search_walks')
    .set({ steps: '[]', due_at: fixture.server.clock.now() })
    .where('order_id', '=', poisoned)
    .execute()
  await fixture.server.db.updateTable('search_rounds').set({ step: '{}' }).where('order_id', '=', poisoned).execute()
  await fixture.pass(2)
  const healthy = await fixture.place()
  expect(await fates(fixture, healthy)).toEqual([[1, 'open']])
  for (const seconds of [1, 2, 4, 8]) await fixture.pass(seconds)

  expect(await fixture.order(poisoned)).toMatchObject({ state: 'pending' })
  expect(await fixture.history(poisoned)).toContain('moved_to_pending')
  expect(await fates(fixture, poisoned)).toEqual([[0, 'withdrawn']])
  expect(await fixture.order(healthy)).toMatchObject({ state: 'created' })
  await expectInvariants(fixture.server)
})

test('receipts of phones neither repeat a failing step at once nor make it start to count anew', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: ROTATION })
  const { server, drivers } = fixture
  const { db } = server
  const orderId = await fixture.place()
  const walk = db.selectFrom('search_walks').select(['failures', 'due_at']).where('order_id', '=', orderId)
  const { id: roundId } = await db
    .updateTable('search_rounds')
    .set({ step: '{}' })
    .where('order_id', '=', orderId)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('search_walks').set({ steps: '[]', due_at: server.clock.now() }).execute()
  for (const seconds of [2, 1]) await fixture.pass(seconds)
  const failing = await walk.executeTakeFirstOrThrow()
  expect(failing).toMatchObject({ failures: 2 })
  expect((await server.request(viewOffer, { params: { roundId } }, drivers[0]?.token)).status).toBe(200)
  expect(await walk.executeTakeFirstOrThrow()).toEqual(failing)
  for (const seconds of [2, 4, 8]) await fixture.pass(seconds)
  expect(await fixture.order(orderId)).toMatchObject({ state: 'pending' })
})

test('in a rotation a refusal, or a pause, passes the turn at once', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200, 300], steps: ROTATION })
  const { server, drivers } = fixture
  const orderId = await fixture.place()
  const refused = await server.request(refuseOrder, { params: { id: orderId }, body: {} }, drivers[0]?.token)
  expect(refused.status).toBe(200)
  await settle(server)
  expect(await fates(fixture, orderId)).toEqual([
    [0, 'refused'],
    [1, 'open'],
  ])
  await server.request(setPause, { body: { is_paused: true } }, drivers[1]?.token)
  await settle(server)
  expect(await fates(fixture, orderId)).toEqual([
    [0, 'refused'],
    [1, 'not_delivered'],
    [2, 'open'],
  ])
  expect(await fixture.history(orderId)).toContain('driver_refused')
})

test('in a rotation a driver who goes offline loses the turn to one who is online', async () => {
  await using fixture = await createSearchFixture({
    metres: [100, 200],
    steps: [{ ...ROTATION[0], searchSeconds: 300 }],
  })
  const orderId = await fixture.place()
  const phone = await fixture.phone(1)
  fixture.server.pass(59)
  phone.send({ event: 'position', data: northOfPickup(200) })
  await phone.caughtUp()
  await fixture.pass(3)
  expect(await fates(fixture, orderId)).toEqual([
    [0, 'not_delivered'],
    [1, 'open'],
  ])
})

test('a driver banned while the phone rings loses the offer at the next evaluation', async () => {
  await using fixture = await createSearchFixture({
    metres: [100],
    steps: [{ searchType: 'by_zone', searchSeconds: 600 }],
  })
  const { server, drivers } = fixture
  const phone = await fixture.phone(0)
  const orderId = await fixture.place()
  const banUntil = new Date(server.clock.now().getTime() + 3_600_000)
  const driverId = drivers[0]?.driverId ?? NO_USER
  await server.db.updateTable('users').set({ ban_until: banUntil }).where('id', '=', driverId).execute()
  const late = await server.request(acceptOrder, { params: { id: orderId }, body: {} }, drivers[0]?.token)
  expect(late.status).toBe(403)
  await server.db.transaction().execute((tx) => recordStatusChange(tx, driverId, fixture.companyId, server.clock.now()))
  server.realtime.wake()
  await expect
    .poll(async () => {
      await fixture.pass(2)
      return (await fixture.offers(orderId))[0]?.fate
    })
    .toBe('withdrawn')
  await phone.waitForEvent('order_canceled', (data) => data.reason === 'no_longer_available')
})

test("a driver whose ban is missing in this node's memory gets no offer: the database checks each one", async () => {
  await using fixture = await createSearchFixture({
    metres: [100, 200],
    steps: [{ searchType: 'by_zone', searchSeconds: 60 }],
  })
  const { server, drivers } = fixture
  const ban_until = new Date(server.clock.now().getTime() + 3_600_000)
  const driverId = drivers[0]?.driverId ?? NO_USER
  await server.db.updateTable('users').set({ ban_until }).where('id', '=', driverId).execute()
  expect(await fates(fixture, await fixture.place())).toEqual([[1, 'open']])
})

test('receipts of the phone are stored: delivered, seen, and when', async () => {
  await using fixture = await createSearchFixture({
    metres: [100, 200],
    steps: [{ searchType: 'by_zone', searchSeconds: 6 }],
  })
  const [sees, gets] = [await fixture.phone(0), await fixture.phone(1)]
  const orderId = await fixture.place()
  const offer = await sees.waitForEvent<{ round_id: RoundId }>('order_available')
  const receipt = { round_id: offer.data.round_id }
  sees.send({ event: 'viewed', data: receipt })
  gets.send({ event: 'delivered', data: receipt })
  await expect
    .poll(() =>
      fixture.server.db.selectFrom('search_offers').select('id').where('delivered_at', 'is not', null).execute(),
    )
    .toHaveLength(2)
  await fixture.pass(6)
  expect(await fates(fixture, orderId)).toEqual([
    [0, 'seen_no_answer'],
    [1, 'delivered_not_seen'],
  ])
  expect(await fixture.history(orderId)).toContain('driver_viewed')
})

test('receipts that arrive milliseconds before the end of the round count, although they are written after it', async () => {
  await using fixture = await createSearchFixture({
    metres: [100, 200],
    steps: [{ searchType: 'by_zone', searchSeconds: 6 }],
  })
  const [sees, gets] = [await fixture.phone(0), await fixture.phone(1)]
  const orderId = await fixture.place()
  const offer = await sees.waitForEvent<{ round_id: RoundId }>('order_available')
  const receipt = { round_id: offer.data.round_id }
  await fixture.pass(5.99)
  sees.send({ event: 'viewed', data: receipt })
  gets.send({ event: 'delivered', data: receipt })
  await Promise.all([sees.caughtUp(), gets.caughtUp()])
  await fixture.pass(0.01)
  expect(await fates(fixture, orderId)).toEqual([
    [0, 'seen_no_answer'],
    [1, 'delivered_not_seen'],
  ])
})

test('a receipt that arrives at the end of the round is late', async () => {
  await using fixture = await createSearchFixture({
    metres: [100],
    steps: [{ searchType: 'by_zone', searchSeconds: 6 }],
  })
  const phone = await fixture.phone(0)
  const orderId = await fixture.place()
  const offer = await phone.waitForEvent<{ round_id: RoundId }>('order_available')
  fixture.server.pass(6)
  phone.send({ event: 'viewed', data: { round_id: offer.data.round_id } })
  await phone.caughtUp()
  await fixture.settle()
  expect(await fates(fixture, orderId)).toEqual([[0, 'not_delivered']])
})

test('the panel of an order gets each change, and only users who may see the order', async () => {
  await using fixture = await createSearchFixture({
    metres: [100],
    steps: [{ searchType: 'by_zone', searchSeconds: 6 }],
  })
  const { server } = fixture
  const orderId = await fixture.place()
  const { companyId } = await aCompany(server)
  const unknown = await server.logIn((await aDispatcher(server, { companyId })).email)
  const [mine, theirs] = [await server.socket(fixture.dispatcher), await server.socket(unknown)]
  await mine.subscribe(orderDriversChannel(orderId))
  theirs.send({ action: 'subscribe', channel: orderDriversChannel(orderId) })
  await theirs.waitForEvent('error')
  await server.request(acceptOrder, { params: { id: orderId }, body: {} }, fixture.drivers[0]?.token)
  const isTaken = ({ searches }: { searches: { drivers: { accepted: boolean }[] }[] }) =>
    searches[0]?.drivers[0]?.accepted === true
  await mine.waitForEvent('ws_order_drivers', isTaken)
  await theirs.caughtUp()
  expect(theirs.framesOf('ws_order_drivers')).toEqual([])
  const otherTenant = await server.request(readOrderDrivers, { query: { orderId } }, unknown)
  expect(otherTenant.status).toBe(404)
})

test('a car shared by two drivers is driven by one of them', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200], steps: ROTATION })
  const { server, drivers } = fixture
  const [one, two] = drivers
  await server.db
    .insertInto('driver_cars')
    .values({ driver_id: two?.driverId ?? NO_USER, car_id: one?.carId ?? asId<CarId>(0) })
    .execute()
  const answer = await server.request(startShift, { body: { car_id: one?.carId ?? asId<CarId>(0) } }, two?.token)
  expect(answer.body).toMatchObject({ code: 'driver.car_taken' })
  expect(answer.status).toBe(409)
  await expectInvariants(server)
})
