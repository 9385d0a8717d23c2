import { driverCancel, startTrip } from '@dispecerat/contract/dispatch/driver'
import { cancelOrder, editOrder } from '@dispecerat/contract/orders/orders'
import { expect, test } from 'vitest'
import { driverRow, orderRow, queueForLock } from '../../testing/database/queue-for-lock.ts'
import { expectInvariants } from '../../testing/search-fixture.ts'
import { accept, assign, idOf, ringing, takeBack } from '../testing/by-hand.ts'
import {
  aReplacement,
  arrive,
  expectSameDriver,
  me,
  type ReplacementFixture,
  view,
} from './testing/replacement-fixture.ts'

type Act = (fixture: ReplacementFixture) => Promise<{ status: number }>
const params = ({ orderId }: ReplacementFixture) => ({ id: orderId })

const start: Act = (of) => of.server.request(startTrip, { params: params(of) }, of.drivers[0]?.token)
const giveBack: Act = (of) =>
  of.server.request(driverCancel, { params: params(of), body: { reason: 'Pană' } }, of.drivers[0]?.token)
const cancel: Act = (of) => of.server.request(cancelOrder, { params: params(of), body: {} }, of.dispatcher)
const movePickup: Act = (of) => {
  const places = [{ name: 'Gara', lat: 45.6605, long: 25.6135 }]
  return of.server.request(editOrder, { params: params(of), body: { places } }, of.dispatcher)
}

test.each<[string, Act, { state: string; driver: number | null; rings: number }]>([
  ['the driver arrives', (of) => arrive(of, 0), { state: 'assigned', driver: 0, rings: 0 }],
  ['the driver starts the trip', start, { state: 'assigned', driver: 0, rings: 0 }],
  ['the driver gives it back', giveBack, { state: 'created', driver: null, rings: 2 }],
  ['it is taken back', (of) => takeBack(of, of.orderId), { state: 'created', driver: null, rings: 2 }],
  ['it is canceled', cancel, { state: 'canceled', driver: 0, rings: 0 }],
  [
    'it is given to another driver',
    (of) => assign(of, of.orderId, idOf(of, 2)),
    { state: 'assigned', driver: 2, rings: 0 },
  ],
  ['its pickup is moved', movePickup, { state: 'assigned', driver: 0, rings: 0 }],
])('the search of another car ends: %s', async (_what, act, { state, driver, rings }) => {
  await using fixture = await aReplacement()
  expect((await act(fixture)).status).toBe(200)
  await fixture.settle()
  const driver_id = driver === null ? null : idOf(fixture, driver)
  expect(await view(fixture)).toMatchObject({ state, driver_id, replacement_since: null })
  expect(await ringing(fixture, fixture.orderId)).toHaveLength(rings)
  await expectInvariants(fixture.server)
})

test.each([
  ['the arrival', [200, 'offer.taken'], 0],
  ['the acceptance', ['order.unknown', 200], 1],
] as const)(
  'the driver arrives while another one accepts, the first one counts: %s',
  async (first, outcomes, winner) => {
    await using fixture = await aReplacement()
    const { orderId, server } = fixture
    const both = [() => arrive(fixture, 0), () => accept(fixture, 1, orderId)]
    const answers = await queueForLock<{ status: number; body: { code?: string } }>(
      server.database,
      orderRow(orderId),
      first === 'the arrival' ? both : both.toReversed(),
    )
    const [arrived, accepted] = first === 'the arrival' ? answers : answers.toReversed()
    expect([arrived, accepted].map((answer) => answer?.body.code ?? answer?.status)).toEqual(outcomes)
    expect((await view(fixture)).driver_id).toBe(idOf(fixture, winner))
    expect((await me(fixture, 0)).is_busy).toBe(winner === 0)
    await expectInvariants(server)
  },
)

test('two others accept at once: one has it, the other is told', async () => {
  await using fixture = await aReplacement()
  const { orderId, server } = fixture
  const answers = await Promise.all([accept(fixture, 1, orderId), accept(fixture, 2, orderId)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await expectInvariants(server)
})

test('the acceptance waits for the row of the driver who loses the order', async () => {
  await using fixture = await aReplacement()
  const { orderId, server } = fixture
  const [yes] = await queueForLock(server.database, driverRow(idOf(fixture, 0)), [() => accept(fixture, 1, orderId)])
  expect(yes?.status).toBe(200)
  await expectInvariants(server)
})

test('a late arrival and a late refusal of the driver who lost the order change nothing', async () => {
  await using fixture = await aReplacement()
  await accept(fixture, 1, fixture.orderId)
  expect((await arrive(fixture, 0)).body).toMatchObject({ code: 'order.unknown' })
  expect((await accept(fixture, 0, fixture.orderId)).body).toMatchObject({ code: 'offer.expired' })
  await expectInvariants(fixture.server)
})

test('a replacement that fails keeps the driver', async () => {
  await using fixture = await aReplacement()
  await fixture.pass(61)
  await expectSameDriver(fixture)
})
