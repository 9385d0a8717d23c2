import { asId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelOrder } from '../../orders/life/cancel-order.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { checkInvariants } from '../../platform/invariants/check-invariants.ts'
import { driverRow, orderRow, queueForLock } from '../../testing/database/queue-for-lock.ts'
import { withoutRowLocks } from '../../testing/database/without-row-locks.ts'
import { createSearchFixture, type SearchFixture } from '../../testing/search-fixture.ts'
import { asDriver, manyDrivers, ringAt } from '../../testing/telephone/ringing-crowd.ts'
import { acceptOffer } from './accept-offer.ts'

/*
 * Runs the races of search-races.test.ts with their guards removed: the invariants checked at the end of every race test must fail here,
 * otherwise those tests would prove nothing.
 */

const RADIUS = [{ searchType: 'by_radius', searchSeconds: 60, searchLimit: 5000 } as const]

const createQuietFixture = () => createSearchFixture({ metres: [], steps: RADIUS, hasJobs: false })

function wins(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  )
}

async function brokenRules({ server }: SearchFixture): Promise<string[]> {
  return (await checkInvariants(server.db, server.clock.now())).map(({ rule }) => rule)
}

test("two acceptances without the row locks: the update's condition still lets one win", async () => {
  await using fixture = await createQuietFixture()
  const { server, companyId } = fixture
  const bare = withoutRowLocks(server, { conditions: true })
  const { orderId, driverIds } = await ringAt(server, companyId, await manyDrivers(server, companyId, 2))
  const yeses = driverIds.map((id) => () => wins(acceptOffer(bare, asDriver(id), orderId, null)))
  expect(await queueForLock(server.database, orderRow(orderId), yeses)).toEqual([true, false])
  expect(await brokenRules(fixture)).toEqual([])
})

test('two acceptances without row locks, condition and index: both win, and the invariants report it', async () => {
  await using fixture = await createQuietFixture()
  const { server, companyId } = fixture
  const bare = withoutRowLocks(server, { conditions: false })
  await sql`drop index search_offers_one_winner`.execute(server.db)
  const { orderId, driverIds } = await ringAt(server, companyId, await manyDrivers(server, companyId, 2))
  const yeses = driverIds.map((id) => () => wins(acceptOffer(bare, asDriver(id), orderId, null)))
  expect(await queueForLock(server.database, orderRow(orderId), yeses)).toEqual([true, true])
  expect((await brokenRules(fixture)).length).toBeGreaterThan(0)
})

test('one driver accepts two orders without the row lock and index: both are assigned, and the invariants report it', async () => {
  await using fixture = await createQuietFixture()
  const { server, companyId } = fixture
  const bare = withoutRowLocks(server, { conditions: true })
  await sql`drop index orders_one_current_and_one_next`.execute(server.db)
  const [driverId = 0] = await manyDrivers(server, companyId, 1)
  const first = await ringAt(server, companyId, [asId<UserId>(driverId)], false)
  const second = await ringAt(server, companyId, [asId<UserId>(driverId)], false)
  const yes = (orderId: OrderId) => () => wins(acceptOffer(bare, asDriver(asId<UserId>(driverId)), orderId, null))
  const yeses = [yes(first.orderId), yes(second.orderId)]
  expect(await queueForLock(server.database, driverRow(driverId), yeses)).toEqual([true, true])
  expect((await brokenRules(fixture)).length).toBeGreaterThan(0)
})

test('a cancel against an acceptance without the row lock: a driver keeps a closed order, and the invariants report it', async () => {
  await using fixture = await createQuietFixture()
  const { server, companyId, dispatcherId } = fixture
  const bare = withoutRowLocks(server, { conditions: true })
  const scope = { companies: [companyId], ownUserId: null }
  const dispatcher: Actor = { userId: dispatcherId, kind: 'dispatcher', roles: ['dispatcher'], scope, once: null }
  const [driverId = 0] = await manyDrivers(server, companyId, 1)
  const { orderId } = await ringAt(server, companyId, [asId<UserId>(driverId)])
  const yes = () => wins(acceptOffer(bare, asDriver(asId<UserId>(driverId)), orderId, null))
  const cancel = () => wins(cancelOrder(bare, dispatcher, orderId, { reasonText: null }))
  expect(await queueForLock(server.database, orderRow(orderId), [yes, cancel])).toEqual([true, true])
  expect((await brokenRules(fixture)).length).toBeGreaterThan(0)
})
