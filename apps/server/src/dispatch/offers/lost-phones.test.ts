import { NO_USER, type OrderId, type RoundId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { createSearchFixture, expectInvariants, type SearchFixture } from '../../testing/search-fixture.ts'
import type { SocketClient } from '../../testing/socket-client.ts'

const BANS = { active: true, type: 'ban', drivers: { from: 1, to: 1 }, count: 1, resetInterval: 60 } as const
const STEP = { searchType: 'by_radius', searchLimit: 5000, searchSeconds: 20, banConditions: BANS } as const

/** An order whose offer the driver's phone has received and shows. */
async function seenOffer(fixture: SearchFixture, phone: SocketClient): Promise<OrderId> {
  const orderId = await fixture.place()
  const { data } = await phone.waitForEvent<{ round_id: RoundId }>('order_available')
  phone.send({ event: 'viewed', data: { round_id: data.round_id } })
  await expect.poll(async () => (await offerOf(fixture)).viewed_at).not.toBeNull()
  return orderId
}

function offerOf({ server }: SearchFixture) {
  return server.db
    .selectFrom('search_offers')
    .select(['viewed_at', 'offline_at', 'fate'])
    .orderBy('rank')
    .executeTakeFirstOrThrow()
}

const lossOf = (fixture: SearchFixture) => expect.poll(async () => (await offerOf(fixture)).offline_at)

async function banOf({ server, drivers }: SearchFixture): Promise<string | null> {
  const { ban_reason } = await server.db
    .selectFrom('users')
    .select('ban_reason')
    .where('id', '=', drivers[0]?.driverId ?? NO_USER)
    .executeTakeFirstOrThrow()
  return ban_reason
}

const BANNED = 'Ban automat: 1 comenzi ignorate'

test.each([
  { after: 3, ban: null },
  { after: 4.9, ban: null },
  { after: 5, ban: BANNED },
  { after: 12, ban: BANNED },
])('a phone that showed an offer and lost its connection after $after s: ban $ban', async ({ after, ban }) => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [STEP] })
  const phone = await fixture.phone(0)
  await seenOffer(fixture, phone)
  await fixture.pass(after)
  const lostAt = fixture.server.clock.now()
  phone.close()
  await lossOf(fixture).toEqual(lostAt)
  await fixture.pass(20)
  expect((await offerOf(fixture)).fate).toBe('seen_no_answer')
  expect(await banOf(fixture)).toBe(ban)
  await expectInvariants(fixture.server)
})

test('a phone that stays connected and ignores the offer is banned', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [STEP] })
  await seenOffer(fixture, await fixture.phone(0))
  await fixture.pass(20)
  expect(await banOf(fixture)).toBe(BANNED)
})

test('a half-open phone is found by pings while it shows an offer, long before the heartbeat closes its socket', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200], steps: [STEP] })
  const [lost, connected] = [await fixture.phone(0), await fixture.phone(1)]
  await seenOffer(fixture, lost)
  const { data } = await connected.waitForEvent<{ round_id: RoundId }>('order_available')
  connected.send({ event: 'viewed', data: { round_id: data.round_id } })
  lost.stall()
  const losses = () => fixture.server.db.selectFrom('search_offers').select('offline_at').orderBy('rank').execute()
  await expect.poll(async () => (await losses())[0]?.offline_at, { timeout: 30_000 }).not.toBeNull()
  expect((await losses())[1]?.offline_at).toBeNull()
  await fixture.pass(20)
  expect(await banOf(fixture)).toBeNull()
})

test('a phone whose node was killed connects to another: the loss before counts', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [STEP], hasJobs: false })
  const { server, drivers } = fixture
  await using other = await aServer({ besides: server })
  await other.startJobs()
  await server.startJobs()
  const phone = await fixture.phone(0)
  await seenOffer(fixture, phone)
  await fixture.pass(7)
  const again = await other.socket(drivers[0]?.token ?? '')
  await again.caughtUp()
  const lostAt = new Date(server.clock.now().getTime() - 3_000)
  await lossOf(fixture).toEqual(lostAt)
})

test('an offer that begins as the phone connects again is none of the loss before', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [STEP] })
  await fixture.place()
  const phone = await fixture.phone(0)
  await phone.caughtUp()
  await fixture.server.stopJobs()
  expect((await offerOf(fixture)).offline_at).toBeNull()
})

test('offers that ring when a server starts count against no driver', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [STEP] })
  const phone = await fixture.phone(0)
  await seenOffer(fixture, phone)
  const { notified_at } = await fixture.server.db
    .selectFrom('search_offers')
    .select('notified_at')
    .executeTakeFirstOrThrow()
  await fixture.pass(12)
  await using other = await aServer({ besides: fixture.server })
  await other.startJobs()
  expect((await offerOf(fixture)).offline_at).toEqual(notified_at)
})

test('the sockets that end because a server stops are no losses', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [STEP] })
  const phone = await fixture.phone(0)
  await seenOffer(fixture, phone)
  await fixture.server.stopJobs()
  phone.close()
  await fixture.server.socket(fixture.dispatcher).then((socket) => socket.caughtUp())
  expect((await offerOf(fixture)).offline_at).toBeNull()
})
