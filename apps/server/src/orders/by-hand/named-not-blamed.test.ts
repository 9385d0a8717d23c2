import { refuseOrder, viewOffer } from '@dispecerat/contract/dispatch/driver'
import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { createSearchFixture, expectInvariants, type SearchFixture } from '../../testing/search-fixture.ts'
import { assign, idOf, RADIUS, ringing } from '../testing/by-hand.ts'

const BANS = { active: true, type: 'ban', drivers: { from: 1, to: 9 }, count: 1, resetInterval: 60 } as const

/** A rotation in which the first driver refused, and whose turn is over. */
async function aRefusal(confirms: boolean): Promise<{ fixture: SearchFixture; orderId: OrderId }> {
  const rotation = { ...RADIUS, searchSeconds: 6, notificationMethod: 'by_rotation', banConditions: BANS } as const
  const fixture = await createSearchFixture({ metres: [100, 200], steps: [rotation] })
  const { server } = fixture
  await server.db.updateTable('company_settings').set({ named_driver_confirms: confirms }).execute()
  const orderId = await fixture.place()
  const refused = await refuse(fixture, orderId)
  expect(refused.status).toBe(200)
  await fixture.pass(0)
  server.pass(6)
  return { fixture, orderId }
}

function refuse({ server, drivers }: SearchFixture, orderId: OrderId) {
  return server.request(refuseOrder, { params: { id: orderId }, body: {} }, drivers[0]?.token)
}

const banOf = ({ server }: SearchFixture, driverId: DriverId) =>
  server.db.selectFrom('user_bans').select('reason').where('user_id', '=', driverId).execute()

test.each([
  ['gets it at once', false],
  ['must accept', true],
])('a dispatcher names the driver who has refused: %s, without a ban', async (_how, confirms) => {
  const { fixture, orderId } = await aRefusal(confirms)
  await using _ = fixture
  const { status, reply } = await assign(fixture, orderId, idOf(fixture, 0))
  expect([status, reply.data.state]).toEqual([200, confirms ? 'created' : 'assigned'])
  expect(await ringing(fixture, orderId)).toEqual(confirms ? [idOf(fixture, 0)] : [])
  expect(await banOf(fixture, idOf(fixture, 0))).toEqual([])
  await expectInvariants(fixture.server)
})

test('another driver is named: the refusal counts as before', async () => {
  const { fixture, orderId } = await aRefusal(false)
  await using _ = fixture
  expect((await assign(fixture, orderId, idOf(fixture, 1))).status).toBe(200)
  expect(await banOf(fixture, idOf(fixture, 0))).toHaveLength(1)
  expect((await assign(fixture, orderId, idOf(fixture, 0))).body).toMatchObject({ code: 'driver.is_banned' })
})

test('a named driver who refuses is not banned, and rings when they are named again', async () => {
  const { fixture, orderId } = await aRefusal(true)
  await using _ = fixture
  await assign(fixture, orderId, idOf(fixture, 0))
  const { id: roundId } = await fixture.server.db
    .selectFrom('search_rounds')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await fixture.server.request(viewOffer, { params: { roundId } }, fixture.drivers[0]?.token)
  const refused = await refuse(fixture, orderId)
  expect([refused.status, refused.body]).toEqual([200, { ok: true }])
  await fixture.settle()
  expect(await ringing(fixture, orderId)).toEqual([])
  const again = await assign(fixture, orderId, idOf(fixture, 0))
  expect(again.status).toBe(200)
  expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 0)])
  expect(await banOf(fixture, idOf(fixture, 0))).toEqual([])
})
