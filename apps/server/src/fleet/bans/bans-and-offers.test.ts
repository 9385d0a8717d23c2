import { acceptOrder, arriveAtPickup, finishTrip, startTrip } from '@dispecerat/contract/dispatch/driver'
import { banUser } from '@dispecerat/contract/fleet/bans'
import { cancelOrder } from '@dispecerat/contract/orders/orders'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants/check-invariants.ts'
import { createSearchFixture, expectInvariants, type SearchFixture } from '../../testing/search-fixture.ts'

const RADIUS = { searchType: 'by_radius', searchSeconds: 30, searchLimit: 5000 } as const
const BAN = { unit: 'hour', amount: 3, reason: 'Reclamație' } as const

const ban = ({ server, drivers, dispatcher }: SearchFixture, index: number, body: object = BAN) =>
  server.request(banUser, { params: { id: drivers[index]?.driverId ?? 0 }, body }, dispatcher)

const accept = ({ server, drivers }: SearchFixture, index: number, orderId: OrderId) =>
  server.request(acceptOrder, { params: { id: orderId }, body: {} }, drivers[index]?.token)

test('a ban silences the ringing phone at once, and in a rotation the next driver gets the offer without a tick of the clock', async () => {
  await using fixture = await createSearchFixture({
    metres: [100, 200],
    steps: [{ ...RADIUS, notificationMethod: 'by_rotation' }],
  })
  const [first, second] = fixture.drivers
  const phone = await fixture.phone(0)
  const orderId = await fixture.place()
  await phone.waitForEvent('order_available')
  await ban(fixture, 0)
  const silenced = await phone.waitForEvent('order_canceled')
  expect(silenced.data).toEqual({ order_id: orderId, reason: 'no_longer_available' })
  const banned = await phone.waitForEvent('ban_updated')
  expect(silenced.seq).toBeLessThan(banned.seq)
  await fixture.settle()
  expect((await fixture.offers(orderId)).map(({ driver_id, fate }) => [driver_id, fate])).toEqual([
    [first?.driverId, 'withdrawn'],
    [second?.driverId, 'open'],
  ])
  expect((await accept(fixture, 0, orderId)).status).toBe(409)
  await expectInvariants(fixture.server)
})

test('a ban silences a phone whose order is locked meanwhile, and withdraws no offer of another driver', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200], steps: [RADIUS] })
  const { db } = fixture.server
  const orderId = await fixture.place()
  await db.transaction().execute(async (tx) => {
    await sql`select from orders where id = ${orderId} for update`.execute(tx)
    await ban(fixture, 0)
    expect((await fixture.offers(orderId)).map(({ fate }) => fate)).toEqual(['withdrawn', 'open'])
  })
  expect((await accept(fixture, 1, orderId)).status).toBe(200)
  await expectInvariants(fixture.server)
})

test('an accept and a ban at once: the driver has the order and is banned afterwards, or is refused; never half of each', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [RADIUS] })
  for (let i = 0; i < 8; i++) {
    const orderId = await fixture.place()
    await untilItRings(fixture, orderId)
    const yesFirst = i % 2 === 0
    const racing = yesFirst
      ? [accept(fixture, 0, orderId), ban(fixture, 0)]
      : [ban(fixture, 0), accept(fixture, 0, orderId)]
    const answers = await Promise.all(racing)
    const [yes, banned] = yesFirst ? answers : answers.toReversed()
    expect(banned?.status).toBe(200)
    const { state, driver_id } = await fixture.order(orderId)
    if (yes?.status === 200) {
      expect({ state, driver_id }).toEqual({ state: 'assigned', driver_id: fixture.drivers[0]?.driverId })
      await ride(fixture, orderId)
    } else {
      expect([403, 409]).toContain(yes?.status)
      expect(driver_id).toBeNull()
      await fixture.server.request(cancelOrder, { params: { id: orderId }, body: {} }, fixture.dispatcher)
    }
    await expectInvariants(fixture.server)
    await ban(fixture, 0, {})
  }
})

test('a banned driver finishes the running trip and gets no offer after it', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [RADIUS] })
  const orderId = await fixture.place()
  expect((await accept(fixture, 0, orderId)).status).toBe(200)
  await ban(fixture, 0)
  await ride(fixture, orderId)
  expect((await fixture.order(orderId)).state).toBe('finished')
  const next = await fixture.place()
  await fixture.pass(2)
  expect(await fixture.offers(next)).toEqual([])
  await expectInvariants(fixture.server)
})

test('an order that waits for a driver is offered as soon as the driver’s ban ends', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [RADIUS] })
  await ban(fixture, 0)
  const orderId = await fixture.place()
  expect(await fixture.offers(orderId)).toEqual([])
  await ban(fixture, 0, {})
  await untilItRings(fixture, orderId)
})

test('an account that contradicts its ban is found by the invariants', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [RADIUS] })
  await ban(fixture, 0)
  await expectInvariants(fixture.server)
  await fixture.server.db.updateTable('users').set({ ban_until: null }).execute()
  const [finding] = await checkInvariants(fixture.server.db, fixture.server.clock.now())
  expect(finding).toMatchObject({ ids: [fixture.drivers[0]?.driverId] })
  expect(finding?.rule).toContain('a ban that has not ended')
})

/** The engine evaluates the drivers every two seconds. */
async function untilItRings(fixture: SearchFixture, orderId: OrderId): Promise<void> {
  const open = async () => (await fixture.offers(orderId)).filter(({ fate }) => fate === 'open').length
  await expect
    .poll(
      async () => {
        if ((await open()) === 0) await fixture.pass(2)
        return open()
      },
      { timeout: 30_000, interval: 200 },
    )
    .toBe(1)
}

/** From accepting to the end of the trip. */
async function ride({ server, drivers }: SearchFixture, orderId: OrderId): Promise<void> {
  const params = { params: { id: orderId } }
  const token = drivers[0]?.token
  expect((await server.request(arriveAtPickup, { ...params, body: {} }, token)).status).toBe(200)
  expect((await server.request(startTrip, { ...params, body: {} }, token)).status).toBe(200)
  const body = { cost: 10, payment_type: 'cash' as const }
  expect((await server.request(finishTrip, { ...params, body }, token)).status).toBe(200)
}
