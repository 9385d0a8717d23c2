import { acceptOrder } from '@dispecerat/contract/dispatch/driver'
import { receiptOfOffer } from '@dispecerat/domain/dispatch/search/answer-offer'
import { asId, type DriverId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { cancelOrder } from '../../orders/life/cancel-order.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { aServer } from '../../testing/a-server.ts'
import { orderRow, queueForLock } from '../../testing/database/queue-for-lock.ts'
import {
  createSearchFixture,
  expectInvariants,
  placeOrder,
  type SearchFixture,
  settle,
} from '../../testing/search-fixture.ts'
import { acceptOutcome, answer, manyDrivers, RADIUS, ringAt } from '../../testing/telephone/ringing-crowd.ts'
import { saveEffects } from './save-walk.store.ts'
import { loadWalk } from './walks.store.ts'

function callsOff({ server, companyId, dispatcherId: userId }: SearchFixture, orderId: OrderId): Promise<string> {
  const scope = { companies: [companyId], ownUserId: null }
  const dispatcher: Actor = { userId, kind: 'dispatcher', roles: ['dispatcher'], scope, once: null }
  return answer(cancelOrder(server, dispatcher, orderId, { reasonText: null }))
}

async function busyDrivers({ server }: SearchFixture): Promise<number[]> {
  const busy = await server.db.selectFrom('driver_status').select('driver_id').where('is_busy', '=', true).execute()
  return busy.map(({ driver_id }) => driver_id)
}

test('one driver accepts two orders at once: one is assigned, the other goes on ringing elsewhere', async () => {
  await using fixture = await createSearchFixture({ metres: [], steps: RADIUS, hasJobs: false })
  const { server, companyId } = fixture
  for (const driverId of await manyDrivers(server, companyId, 40)) {
    const first = await ringAt(server, companyId, [driverId], false)
    const second = await ringAt(server, companyId, [driverId], false)
    const answers = await Promise.all([
      acceptOutcome(fixture, driverId, first.orderId),
      acceptOutcome(fixture, driverId, second.orderId),
    ])
    expect(answers.toSorted()).toEqual(['driver.busy', 'won'])
    const states = [await fixture.order(first.orderId), await fixture.order(second.orderId)].map(({ state }) => state)
    expect(states).toEqual(answers.map((answer) => (answer === 'won' ? 'assigned' : 'created')))
  }
  await server.startJobs()
  await server.db
    .updateTable('search_walks')
    .set({ due_at: server.clock.now() })
    .where('status', '=', 'running')
    .execute()
  await settle(server)
  await expectInvariants(server)
})

test('a dispatcher cancels while the driver accepts: the order is canceled once and the driver is released', async () => {
  await using fixture = await createSearchFixture({ metres: [], steps: RADIUS, hasJobs: false })
  const { server, companyId } = fixture
  const received = new Set<string>()
  for (const driverId of await manyDrivers(server, companyId, 60)) {
    const { orderId } = await ringAt(server, companyId, [driverId])
    const calledOff = () => callsOff(fixture, orderId)
    const accepts = () => acceptOutcome(fixture, driverId, orderId)
    // Whichever starts first usually wins, so both start first in turn.
    const racing = driverId % 2 === 0 ? { yes: accepts(), off: calledOff() } : { off: calledOff(), yes: accepts() }
    const [yes, off] = await Promise.all([racing.yes, racing.off])
    received.add(yes)
    expect(off).toBe('won')
    expect(await fixture.order(orderId)).toMatchObject({ state: 'canceled' })
    expect((await fixture.history(orderId)).filter((type) => type === 'canceled')).toHaveLength(1)
  }
  expect([...received].every((outcome) => outcome === 'won' || outcome === 'offer.canceled')).toBe(true)
  expect(await busyDrivers(fixture)).toEqual([])
  await expectInvariants(server)
})

test('a cancel and an acceptance wait for one order: they run in the order of waiting, and the driver ends up free', async () => {
  await using fixture = await createSearchFixture({ metres: [], steps: RADIUS, hasJobs: false })
  const { server, companyId } = fixture
  const [first = 0, second = 0] = await manyDrivers(server, companyId, 2)
  const { orderId: taken } = await ringAt(server, companyId, [asId<UserId>(first)])
  const yesFirst = [() => acceptOutcome(fixture, asId<UserId>(first), taken), () => callsOff(fixture, taken)]
  expect(await queueForLock(server.database, orderRow(taken), yesFirst)).toEqual(['won', 'won'])
  const { orderId: over } = await ringAt(server, companyId, [asId<UserId>(second)])
  const cancelFirst = [() => callsOff(fixture, over), () => acceptOutcome(fixture, asId<UserId>(second), over)]
  expect(await queueForLock(server.database, orderRow(over), cancelFirst)).toEqual(['won', 'offer.canceled'])
  for (const orderId of [taken, over]) expect(await fixture.order(orderId)).toMatchObject({ state: 'canceled' })
  expect(await busyDrivers(fixture)).toEqual([])
  await expectInvariants(server)
})

test('forty orders are due at once for three drivers: no phone rings for two of them', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200, 300], steps: RADIUS, hasJobs: false })
  const { server, dispatcher } = fixture
  await Promise.all(Array.from({ length: 40 }, () => placeOrder(server, dispatcher)))
  await using other = await aServer({ besides: server })
  await Promise.all([server.startJobs(), other.startJobs()])
  await settle(server)
  const ringing = await server.db.selectFrom('search_offers').select('driver_id').where('fate', '=', 'open').execute()
  expect(ringing.map(({ driver_id }) => driver_id).sort()).toEqual(
    fixture.drivers.map(({ driverId }) => driverId).sort(),
  )
  await expectInvariants(server)
})

test('an acceptance sent twice, at once and again later, counts once', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200], steps: RADIUS })
  const orderId = await fixture.place()
  const yes = () =>
    fixture.server.request(acceptOrder, { params: { id: orderId }, body: {} }, fixture.drivers[0]?.token)
  const answers = [...(await Promise.all([yes(), yes(), yes()])), await yes()]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await fixture.history(orderId)).filter((type) => type === 'assigned')).toHaveLength(1)
  await expectInvariants(fixture.server)
})

test('an acceptance after the deadline is refused even before the round was swept', async () => {
  await using fixture = await createSearchFixture({ metres: [], steps: RADIUS, hasJobs: false })
  const { server, companyId } = fixture
  const [driverId = 0] = await manyDrivers(server, companyId, 1)
  const { orderId } = await ringAt(server, companyId, [asId<UserId>(driverId)])
  server.pass(60)
  expect(await acceptOutcome(fixture, asId<UserId>(driverId), orderId)).toBe('offer.expired')
  expect((await fixture.offers(orderId)).map(({ fate }) => fate)).toEqual(['open'])
})

test('a driver without an offer gets no information on the order', async () => {
  await using fixture = await createSearchFixture({ metres: [], steps: RADIUS, hasJobs: false })
  const { server, companyId } = fixture
  const [offered = 0, unknown = 0] = await manyDrivers(server, companyId, 2)
  const { orderId } = await ringAt(server, companyId, [asId<UserId>(offered)])
  expect(await acceptOutcome(fixture, asId<UserId>(unknown), orderId)).toBe('order.unknown')
  expect(await acceptOutcome(fixture, asId<UserId>(offered), asId<OrderId>(orderId + 1))).toBe('order.unknown')
})

test('a driver accepts a listed order while their phone reports another ringing one: it does not begin to ring again', async () => {
  await using fixture = await createSearchFixture({ metres: [], steps: RADIUS, hasJobs: false })
  const { server, companyId } = fixture
  const [driverId = 0] = await manyDrivers(server, companyId, 1)
  const listed = await ringAt(server, companyId, [asId<UserId>(driverId)], false)
  const ringing = await ringAt(server, companyId, [asId<UserId>(driverId)])
  await server.db.transaction().execute(async (tx) => {
    const stored = await loadWalk(tx, ringing.orderId)
    expect(await acceptOutcome(fixture, asId<UserId>(driverId), listed.orderId)).toBe('won')
    const now = server.clock.now()
    if (stored)
      await saveEffects(tx, stored, receiptOfOffer(stored.walk, asId<DriverId>(driverId), 'viewed', now).effects, now)
  })
  expect((await fixture.offers(ringing.orderId)).map(({ fate }) => fate)).toEqual(['withdrawn'])
  await expectInvariants(server)
})
