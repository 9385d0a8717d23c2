import { driverCancel, refuseOrder } from '@dispecerat/contract/dispatch/driver'
import { cancelOrder } from '@dispecerat/contract/orders/orders'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectDatabase } from '../../platform/db/connect.ts'
import { countWaiting } from '../../testing/database/queue-for-lock.ts'
import { expectInvariants } from '../../testing/search-fixture.ts'
import { assign, idOf, RADIUS, ringing, takeBack } from '../testing/by-hand.ts'
import { aReplacement, arrive, type ReplacementFixture } from './testing/replacement-fixture.ts'

type Act = (fixture: ReplacementFixture) => Promise<{ status: number }>
const params = ({ orderId }: ReplacementFixture) => ({ id: orderId })

const cancel: Act = (of) => of.server.request(cancelOrder, { params: params(of), body: {} }, of.dispatcher)
const giveBack: Act = (of) =>
  of.server.request(driverCancel, { params: params(of), body: { reason: 'Pană' } }, of.drivers[0]?.token)
const name: Act = (of) => assign(of, of.orderId, idOf(of, 2))
const confirmed: Act = async (of) => {
  await of.server.db.updateTable('company_settings').set({ named_driver_confirms: true }).execute()
  return name(of)
}
const giveBackForGood: Act = async (of) => {
  await of.server.db.updateTable('company_settings').set({ search_after_return: false }).execute()
  return giveBack(of)
}

test.each<[string, Act, { received: string; rings: number[] }]>([
  ['a dispatcher cancels the order', cancel, { received: 'dispatcher_canceled', rings: [] }],
  ['it is taken back', (of) => takeBack(of, of.orderId), { received: 'no_longer_available', rings: [1, 2] }],
  ['the driver gives it back', giveBack, { received: 'no_longer_available', rings: [1, 2] }],
  ['the driver gives it back, which cancels it', giveBackForGood, { received: 'no_longer_available', rings: [] }],
  ['another driver gets it', name, { received: 'taken', rings: [] }],
  ['another driver is named, who must accept', confirmed, { received: 'no_longer_available', rings: [2] }],
  ['the driver arrives', (of) => arrive(of, 0), { received: 'taken', rings: [] }],
])('what a ringing phone is told: %s', async (_what, act, { received, rings }) => {
  await using fixture = await aReplacement()
  const { orderId } = fixture
  const phone = await fixture.phone(1)
  expect((await act(fixture)).status).toBe(200)
  await fixture.settle()
  const gone = await phone.waitForEvent('order_canceled', ({ order_id }) => order_id === orderId)
  expect(gone.data).toMatchObject({ reason: received })
  expect(await ringing(fixture, orderId)).toEqual(rings.map((index) => idOf(fixture, index)))
  await expectInvariants(fixture.server)
})

test('the phone of a driver who gets the order by hand is not told that it is gone', async () => {
  await using fixture = await aReplacement()
  const phone = await fixture.phone(2)
  await name(fixture)
  await phone.waitForEvent('order_accept_confirmed')
  await phone.caughtUp()
  expect(phone.framesOf('order_canceled')).toEqual([])
})

/** Only the second of the drivers who are asked can be banned: the nearest of them is not held with the others. */
const BANS = { active: true, type: 'ban', drivers: { from: 2, to: 9 }, count: 1, resetInterval: 60 } as const

/** The second of them has refused, the time of the offers is up, and nobody has looked yet. */
async function aMissedReplacement(): Promise<ReplacementFixture> {
  const fixture = await aReplacement([{ ...RADIUS, banConditions: BANS }])
  const { server, orderId, drivers } = fixture
  await server.request(refuseOrder, { params: { id: orderId }, body: {} }, drivers[2]?.token)
  await fixture.settle()
  expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 1)])
  await server.stopJobs()
  server.pass(60)
  return fixture
}

const bansOf = ({ server }: ReplacementFixture, driverId: DriverId) =>
  server.db.selectFrom('user_bans').select('reason').where('user_id', '=', driverId).execute()

test('a driver who refused the offer of the replacement gets the order by hand, without a ban', async () => {
  await using fixture = await aMissedReplacement()
  expect((await name(fixture)).status).toBe(200)
  expect(await bansOf(fixture, idOf(fixture, 2))).toEqual([])
  await expectInvariants(fixture.server)
})

test('by hand, all drivers are locked in ascending order: whoever holds one of them and wants a later one goes on', async () => {
  await using fixture = await aMissedReplacement()
  const { server } = fixture
  const lock = (index: number) =>
    sql`select from driver_status where driver_id = ${idOf(fixture, index)} for no key update`
  const { db, close } = connectDatabase(server.database.address, { max: 1, isPatient: true })
  const both = await db
    .transaction()
    .execute(async (holder) => {
      await sql`set local deadlock_timeout = '10ms'`.execute(holder)
      await lock(1).execute(holder)
      const named = assign(fixture, fixture.orderId, idOf(fixture, 1))
      await expect.poll(() => countWaiting(holder), { timeout: 30_000, interval: 5 }).toBe(1)
      await lock(2).execute(holder)
      return { named }
    })
    .finally(close)
  expect((await both.named).status).toBe(200)
  expect(await bansOf(fixture, idOf(fixture, 2))).toHaveLength(1)
  await expectInvariants(server)
})
