import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '../db/caller.ts'
import { checkInvariants } from '../invariants/check-invariants.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { aSearchRoom, type SearchRoom } from '../testing/a-search-room.ts'
import { asDriver, manyDrivers, ringAt } from '../testing/ringing-crowd.ts'
import { withoutRowLocks } from '../testing/without-row-locks.ts'
import { acceptOffer } from './answers.ts'

/*
 * The races of search-races.test.ts and of the running server, run with their guards taken away: the invariants every race
 * test ends with must speak up here, or those tests prove nothing.
 */

const RADIUS = [{ searchType: 'by_radius', searchSeconds: 60, searchLimit: 5000 } as const]

const aQuietRoom = () => aSearchRoom({ metres: [], steps: RADIUS, hasJobs: false })

function wins(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  )
}

async function brokenRules({ server }: SearchRoom): Promise<string[]> {
  return (await checkInvariants(server.db, server.clock.now())).map(({ rule }) => rule)
}

test('two yeses without the row locks: the condition of the update still lets one win', async () => {
  await using room = await aQuietRoom()
  const { server, companyId } = room
  const bare = withoutRowLocks(server, { conditions: true })
  const drivers = await manyDrivers(server, companyId, 20)
  for (let i = 0; i < 20; i += 2) {
    const { orderId, driverIds } = await ringAt(server, companyId, drivers.slice(i, i + 2))
    const won = await Promise.all(driverIds.map((id) => wins(acceptOffer(bare, asDriver(id), orderId, null))))
    expect(won.filter(Boolean)).toHaveLength(1)
  }
  expect(await brokenRules(room)).toEqual([])
})

test('two yeses without row locks, condition and index: both are told that they won, and the invariants say so', async () => {
  await using room = await aQuietRoom()
  const { server, companyId } = room
  const bare = withoutRowLocks(server, { conditions: false })
  await sql`drop index search_offers_one_winner`.execute(server.db)
  const drivers = await manyDrivers(server, companyId, 20)
  let doubles = 0
  for (let i = 0; i < 20; i += 2) {
    const { orderId, driverIds } = await ringAt(server, companyId, drivers.slice(i, i + 2))
    const won = await Promise.all(driverIds.map((id) => wins(acceptOffer(bare, asDriver(id), orderId, null))))
    if (won.every(Boolean)) doubles += 1
  }
  expect(doubles).toBeGreaterThan(0)
  expect((await brokenRules(room)).length).toBeGreaterThan(0)
})

test('one driver’s yes to two orders without his row lock and index: he drives both, and the invariants say so', async () => {
  await using room = await aQuietRoom()
  const { server, companyId } = room
  const bare = withoutRowLocks(server, { conditions: true })
  await sql`drop index orders_one_current_and_one_next`.execute(server.db)
  let doubles = 0
  for (const driverId of await manyDrivers(server, companyId, 10)) {
    const first = await ringAt(server, companyId, [driverId], false)
    const second = await ringAt(server, companyId, [driverId], false)
    const yes = (orderId: number) => wins(acceptOffer(bare, asDriver(driverId), orderId, null))
    if ((await Promise.all([yes(first.orderId), yes(second.orderId)])).every(Boolean)) doubles += 1
  }
  expect(doubles).toBeGreaterThan(0)
  expect((await brokenRules(room)).length).toBeGreaterThan(0)
})

test('a cancel against a yes without the row lock: somebody keeps an order that is over, and the invariants say so', async () => {
  await using room = await aQuietRoom()
  const { server, companyId, dispatcherId } = room
  const bare = withoutRowLocks(server, { conditions: true })
  const scope = { companies: [companyId], ownUserId: null }
  const dispatcher: Caller = { userId: dispatcherId, kind: 'dispatcher', roles: ['dispatcher'], scope, once: null }
  const [alone = 0, ...crowd] = await manyDrivers(server, companyId, 21)
  const unraced = await ringAt(server, companyId, [alone])
  const startedAt = performance.now()
  await acceptOffer(bare, asDriver(alone), unraced.orderId, null)
  const lastsMs = performance.now() - startedAt
  for (const [n, driverId] of crowd.entries()) {
    const { orderId } = await ringAt(server, companyId, [driverId])
    // Each cancel comes a little later than the one before, from the beginning of the yes to its end.
    const calledOff = sleep((lastsMs * n) / crowd.length).then(() =>
      wins(cancelOrder(bare, dispatcher, orderId, { reasonText: null })),
    )
    await Promise.all([wins(acceptOffer(bare, asDriver(driverId), orderId, null)), calledOff])
  }
  expect((await brokenRules(room)).length).toBeGreaterThan(0)
})
