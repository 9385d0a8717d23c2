import { reportPosition } from '@dispecerat/contract/dispatch/driver'
import { createOrder } from '@dispecerat/contract/orders/orders'
import { asId, NO_USER, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { expect, test } from 'vitest'
import { dueBans, insertBan, saveActiveBan } from '../../fleet/bans/bans.store.ts'
import { runDueOrders } from '../../orders/life/run-due-orders.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { moveDueTimes } from '../../platform/db/due-times.ts'
import { claimDueMessages } from '../../platform/outbox/outbox.store.ts'
import { queueMail } from '../../platform/outbox/queue-message.ts'
import { TOWN_SQUARE } from '../../testing/builders.ts'
import { createSearchFixture, northOfPickup, type SearchFixture } from '../../testing/search-fixture.ts'

const ROUND_SECONDS = 10

const createFixture = () =>
  createSearchFixture({
    metres: [100],
    steps: [{ searchType: 'by_zone', searchLimit: 1, searchSeconds: ROUND_SECONDS }],
  })

const fates = async (fixture: SearchFixture, orderId: OrderId) =>
  (await fixture.offers(orderId)).map(({ fate }) => fate)

const report = ({ server, drivers }: SearchFixture, metres: number) =>
  server.request(reportPosition, { body: northOfPickup(metres) }, drivers[0]?.token)

test('the clock is set back by 847 s: a round that runs ends within its seconds', async () => {
  await using fixture = await createFixture()
  const orderId = await fixture.place()
  fixture.server.clock.step(-847)
  await fixture.pass(ROUND_SECONDS - 1)
  expect(await fates(fixture, orderId)).toEqual(['open'])
  await fixture.pass(2)
  expect(await fates(fixture, orderId)).toEqual(['not_delivered'])
})

test('the clock is set ahead by 847 s: a driver keeps the seconds of a round that runs', async () => {
  await using fixture = await createFixture()
  const orderId = await fixture.place()
  fixture.server.clock.step(847)
  await fixture.pass(ROUND_SECONDS - 2)
  expect(await fates(fixture, orderId)).toEqual(['open'])
  await fixture.pass(2)
  expect(await fates(fixture, orderId)).toEqual(['not_delivered'])
})

test.each([-847, 847])(
  'the clock is set by %i s: positions are accepted, drivers stay connected and get offers',
  async (seconds) => {
    await using fixture = await createFixture()
    const phone = await fixture.phone(0)
    await report(fixture, 100)
    fixture.server.clock.step(seconds)
    await fixture.pass(5)
    expect((await report(fixture, 300)).reply).toEqual({ accepted: true })
    const orderId = await fixture.place()
    await phone.waitForEvent('order_available')
    expect(await fates(fixture, orderId)).toEqual(['open'])
  },
)

const HOUR = 3600
const LARGE = [-3 * HOUR, 3 * HOUR, -72 * HOUR] as const

/** Sets the machine's clock and waits until the server has adopted it. */
async function setClock({ server }: Pick<SearchFixture, 'server'>, seconds: number): Promise<void> {
  server.clock.step(seconds)
  await expect.poll(() => server.clock.now()).toEqual(server.clock.wall())
}

test.each(LARGE)(
  'the clock is set by %i s: a running round keeps its seconds and ends within them',
  async (seconds) => {
    await using fixture = await createFixture()
    const orderId = await fixture.place()
    await setClock(fixture, seconds)
    await fixture.pass(ROUND_SECONDS - 1)
    expect(await fates(fixture, orderId)).toEqual(['open'])
    await fixture.pass(1)
    expect(await fates(fixture, orderId)).toEqual(['not_delivered'])
  },
)

test.each(LARGE)(
  'the clock is set by %i s: positions are accepted at once, and the driver gets offers',
  async (seconds) => {
    await using fixture = await createFixture()
    const phone = await fixture.phone(0)
    await report(fixture, 100)
    await setClock(fixture, seconds)
    await fixture.pass(5)
    expect((await report(fixture, 300)).reply).toEqual({ accepted: true })
    const orderId = await fixture.place()
    await phone.waitForEvent('order_available')
    expect(await fates(fixture, orderId)).toEqual(['open'])
    const { drivers, server } = fixture
    await fixture.server.stopJobs()
    const saved = server.db.selectFrom('driver_last_positions').select('recorded_at')
    const { recorded_at: at } = await saved
      .where('driver_id', '=', drivers[0]?.driverId ?? NO_USER)
      .executeTakeFirstOrThrow()
    expect(at).toEqual(server.clock.now())
  },
)

test("the clock is set back by three hours: a driver's last position is saved with the new time", async () => {
  await using fixture = await createFixture()
  const { server, drivers } = fixture
  await fixture.pass(5)
  expect((await report(fixture, 200)).reply).toEqual({ accepted: true })
  await setClock(fixture, -3 * HOUR)
  await server.stopJobs()
  const saved = server.db.selectFrom('driver_last_positions').select('recorded_at')
  const { recorded_at: at } = await saved
    .where('driver_id', '=', drivers[0]?.driverId ?? NO_USER)
    .executeTakeFirstOrThrow()
  expect(at).toEqual(server.clock.now())
})

test('the clock is set back by three hours: a scheduled order begins at its time by the clock', async () => {
  await using fixture = await createFixture()
  const { server, dispatcher } = fixture
  await setClock(fixture, -3 * HOUR)
  const departure = toWireTime(new Date(server.clock.now().getTime() + 30 * 60_000))
  const body = {
    client_phone: '+40741000001',
    places: [{ name: 'Piața Sfatului', ...TOWN_SQUARE }],
    departure_time: departure,
  }
  const { id } = (await server.request(createOrder, { body }, dispatcher)).reply.data
  await fixture.pass(14 * 60)
  await runDueOrders(server)
  expect((await fixture.order(asId<OrderId>(id))).state).toBe('pending')
  await report(fixture, 100)
  await fixture.pass(60)
  await runDueOrders(server)
  await fixture.settle()
  expect(await fates(fixture, asId<OrderId>(id))).toEqual(['open'])
})

test.each([-3 * HOUR, 3 * HOUR])(
  'the clock is set by %i s: a message and its lease are due after the same delay as before',
  async (seconds) => {
    await using fixture = await createSearchFixture({ metres: [], steps: [{}] })
    const { server, companyId } = fixture
    await server.stopJobs()
    await server.db
      .transaction()
      .execute((tx) =>
        queueMail(tx, { companyId, to: 'om@proba.ro', subject: 'a', text: 'b', isSecret: false }, server.clock.now()),
      )
    const claim = () =>
      claimDueMessages(server.db, { kind: 'mail', now: server.clock.now(), leaseSeconds: 60, limit: 5 })
    expect(await claim()).toHaveLength(1)
    await setClock(fixture, seconds)
    server.pass(59)
    expect(await claim()).toEqual([])
    server.pass(1)
    expect(await claim()).toHaveLength(1)
  },
)

test('the clock is set back by three hours: a ban of an hour still lasts an hour', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [{}] })
  const { server, drivers } = fixture
  const now = server.clock.now()
  const driverId = drivers[0]?.driverId ?? NO_USER
  const ban = { userId: driverId, companyId: null, until: new Date(now.getTime() + HOUR * 1000), reason: 'a' }
  await server.db.transaction().execute(async (tx) => {
    await insertBan(tx, { ...ban, by: SYSTEM, orderId: null }, now)
    await saveActiveBan(tx, driverId, ban)
  })
  await setClock(fixture, -3 * HOUR)
  server.pass(HOUR - 1)
  expect(await dueBans(server.db, server.clock.now(), 5)).toEqual([])
  server.pass(2)
  expect(await dueBans(server.db, server.clock.now(), 5)).toEqual([driverId])
})

test('due times are moved a second time: only those set since then by the old clock move', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200, 300, 400], steps: [{}] })
  const { server, drivers } = fixture
  await server.stopJobs()
  const from = server.clock.now()
  const step = { from, seconds: -3 * HOUR }
  const at = (seconds: number) => new Date(from.getTime() + seconds * 1000)
  const byOldClock = drivers[0]?.driverId ?? NO_USER
  const byNewClock = drivers[1]?.driverId ?? NO_USER
  const bannedBefore = drivers[2]?.driverId ?? NO_USER
  const bannedSince = drivers[3]?.driverId ?? NO_USER
  const ban = async (driverId: UserId, until: Date) => {
    const row = { userId: driverId, companyId: null, until, reason: 'a', by: SYSTEM, orderId: null }
    await server.db.transaction().execute((tx) => insertBan(tx, row, from))
  }
  const seeAt = (driverId: UserId, recorded_at: Date) =>
    server.db.updateTable('driver_last_positions').set({ recorded_at }).where('driver_id', '=', driverId).execute()
  await ban(bannedBefore, at(5 * HOUR))
  await moveDueTimes(server.db, step)
  await ban(bannedSince, at(5 * HOUR))
  await seeAt(byOldClock, at(2))
  await seeAt(byNewClock, at(2 - 3 * HOUR))
  await moveDueTimes(server.db, step)
  await moveDueTimes(server.db, { from: at(1), seconds: step.seconds })
  const bans = await server.db.selectFrom('user_bans').select('until').orderBy('id').execute()
  expect(bans.map(({ until }) => until)).toEqual([at(2 * HOUR), at(2 * HOUR)])
  const seen = await server.db
    .selectFrom('driver_last_positions')
    .select('recorded_at')
    .where('driver_id', 'in', [byOldClock, byNewClock])
    .execute()
  expect(seen.map(({ recorded_at }) => recorded_at)).toEqual([at(2 - 3 * HOUR), at(2 - 3 * HOUR)])
})

test('the clock is set back, ahead and back again: due times move each time', async () => {
  await using fixture = await createFixture()
  const { server } = fixture
  await fixture.place()
  const dueAt = async () =>
    (await server.db.selectFrom('search_walks').select('due_at').executeTakeFirstOrThrow()).due_at
  await server.stopJobs()
  const before = await dueAt()
  const from = server.clock.now()
  const back = new Date(from.getTime() - 3 * HOUR * 1000)
  await moveDueTimes(server.db, { from, seconds: -3 * HOUR })
  await moveDueTimes(server.db, { from: back, seconds: 3 * HOUR })
  expect(await dueAt()).toEqual(before)
  await moveDueTimes(server.db, { from, seconds: -3 * HOUR })
  expect(await dueAt()).toEqual(new Date((before?.getTime() ?? 0) - 3 * HOUR * 1000))
})

test('/ready reports that the clock was set, until the step is absorbed', async () => {
  await using fixture = await createFixture()
  const ready = async () => (await fixture.server.inject({ url: '/ready' })).json<{ clock: string }>().clock
  expect(await ready()).toBe('ok')
  fixture.server.clock.step(-847)
  expect(await ready()).toBe('degraded')
  fixture.server.pass(5 * 3600)
  expect(await ready()).toBe('ok')
})
