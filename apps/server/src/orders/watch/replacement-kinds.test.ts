import { finishTrip, reportPosition, setPause, startTrip, stopShift } from '@dispecerat/contract/dispatch/driver'
import { banUser } from '@dispecerat/contract/fleet/bans'
import { logOut } from '@dispecerat/contract/identity/accounts'
import { createOrder, editOrder } from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { typeOfPackage } from '@dispecerat/domain/orders/goods'
import { expect, test } from 'vitest'
import { createSearchFixture, expectInvariants, northOfPickup } from '../../testing/search-fixture.ts'
import { runDueOrders } from '../life/run-due-orders.ts'
import { accept, idOf, METRES, PLACES, RADIUS, ringing, takeBack } from '../testing/by-hand.ts'
import { SQUARE, STATION } from '../testing/order-fixture.ts'
import {
  aReplacement,
  aReplacementOf,
  judgeNow,
  me,
  type ReplacementFixture,
  stand,
  view,
} from './testing/replacement-fixture.ts'
import { watchCars } from './watch-cars.ts'

type Act = (fixture: ReplacementFixture) => Promise<{ status: number }>

const tokenOf = ({ drivers }: ReplacementFixture) => drivers[0]?.token
const ban: Act = (of) => {
  const body = { ban_forever: true, reason: 'Nu răspunde' }
  return of.server.request(banUser, { params: { id: idOf(of, 0) }, body }, of.dispatcher)
}

test.each<[string, Act, number]>([
  ['is banned by hand', ban, 200],
  ['wants to end the shift', (of) => of.server.request(stopShift, {}, tokenOf(of)), 409],
  ['pauses', (of) => of.server.request(setPause, { body: { is_paused: true } }, tokenOf(of)), 200],
  ['logs out', (of) => of.server.request(logOut, {}, tokenOf(of)), 200],
])('the first driver %s while others ring: they ring on, and who accepts has the order', async (_what, act, status) => {
  await using fixture = await aReplacement()
  const { orderId, server } = fixture
  expect((await act(fixture)).status).toBe(status)
  await fixture.pass(1)
  expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 1), idOf(fixture, 2)])
  expect(await view(fixture)).toMatchObject({ driver_id: idOf(fixture, 0), replacement_since: expect.any(String) })
  await expectInvariants(server)
  expect((await accept(fixture, 1, orderId)).status).toBe(200)
  await fixture.settle()
  expect(await view(fixture)).toMatchObject({ driver_id: idOf(fixture, 1), replacement_since: null })
  await expectInvariants(server)
})

test('the destination is changed while others ring: they ring on, and who accepts has the new one', async () => {
  await using fixture = await createSearchFixture({ metres: METRES, steps: [RADIUS] })
  const { server, dispatcher } = fixture
  const replacement = await aReplacementOf(fixture, { places: [SQUARE, STATION] })
  const { orderId } = replacement
  const stop = { name: 'Spitalul', lat: 45.65, long: 25.6 }
  const edited = await server.request(
    editOrder,
    { params: { id: orderId }, body: { places: [SQUARE, stop] } },
    dispatcher,
  )
  expect(edited.status).toBe(200)
  await fixture.settle()
  expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 1), idOf(fixture, 2)])
  await accept(fixture, 2, orderId)
  const [order] = (await me(fixture, 2)).active_orders
  expect(order?.places.map(({ name }) => name)).toEqual([SQUARE.name, 'Spitalul'])
  await expectInvariants(server)
})

test('goods of a courier go with the order, and the first driver reads them no longer', async () => {
  await using fixture = await createSearchFixture({ metres: METRES, steps: [RADIUS], hasJobs: false })
  const { server, companyId } = fixture
  const couriers = { package_id: 2, type: typeOfPackage(2) }
  await server.db.updateTable('companies').set(couriers).where('id', '=', companyId).execute()
  await server.db
    .updateTable('driver_status')
    .set({ service_ids: [2] })
    .execute()
  await server.startJobs()
  const goods = { package_note: 'două pizza', cod_amount: 84.5, weight_kg: 1.25 }
  const replacement = await aReplacementOf(fixture, { places: [SQUARE, STATION], ...goods })
  await accept(fixture, 1, replacement.orderId)
  await fixture.settle()
  expect(await view(replacement)).toMatchObject({ service_id: 2, driver_id: idOf(fixture, 1), ...goods })
  expect((await me(fixture, 0)).active_orders).toEqual([])
  expect((await me(fixture, 1)).active_orders).toMatchObject([{ id: replacement.orderId, ...goods }])
  await expectInvariants(server)
})

test('a scheduled order: the car must be late for its departure; who accepts has it, and taking it back searches at once', async () => {
  await using fixture = await createSearchFixture({ metres: METRES, steps: [RADIUS] })
  const { server, drivers, dispatcher } = fixture
  await server.db.updateTable('company_settings').set({ scheduled_lead_min: 20 }).execute()
  const departure = toWireTime(new Date(server.clock.now().getTime() + 30 * 60_000))
  const body = { client_phone: '+40740999003', places: PLACES, departure_time: departure }
  const { reply } = await server.request(createOrder, { body }, dispatcher)
  expect(reply.data.state).toBe('pending')
  const orderId = asId<OrderId>(reply.data.id)
  server.pass(11 * 60)
  for (const [index, { token }] of drivers.entries())
    await server.request(reportPosition, { body: northOfPickup(METRES[index] ?? 100) }, token)
  await server.remembers()
  await runDueOrders(server)
  await fixture.settle()
  expect((await accept(fixture, 0, orderId)).status).toBe(200)
  await fixture.settle()
  await watchCars(server)
  const replacement = { ...fixture, orderId, [Symbol.asyncDispose]: () => server.stop() }
  await stand(replacement, 15)
  await stand(replacement, 12 * 60)
  expect(await view(replacement)).toMatchObject({ car_warning: null, replacement_since: null })
  await stand(replacement, 8 * 60)
  expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 1), idOf(fixture, 2)])
  await accept(fixture, 1, orderId)
  await fixture.settle()
  expect(await view(replacement)).toMatchObject({
    state: 'assigned',
    driver_id: idOf(fixture, 1),
    departure_time: departure,
  })
  await takeBack(fixture, orderId)
  expect(await view(replacement)).toMatchObject({ state: 'created', driver_id: null })
  expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 2)])
  await expectInvariants(server)
})

test('a driver who ends a trip gets the order as the next one; the first driver is not asked for the order that they have', async () => {
  await using fixture = await createSearchFixture({
    metres: METRES,
    steps: [{ ...RADIUS, showForBusyDrivers: true }],
  })
  const { server, drivers } = fixture
  const running = await fixture.place()
  await accept(fixture, 1, running)
  await server.request(startTrip, { params: { id: running } }, drivers[1]?.token)
  await fixture.settle()
  const replacement = await aReplacementOf(fixture, {})
  const { orderId } = replacement
  expect((await ringing(fixture, orderId)).toSorted()).toEqual([idOf(fixture, 1), idOf(fixture, 2)])
  expect((await accept(fixture, 1, orderId)).status).toBe(200)
  await fixture.settle()
  expect(await view(replacement)).toMatchObject({
    driver_id: idOf(fixture, 1),
    is_next: true,
    car_warning: null,
    replacement_since: null,
  })
  expect(await me(fixture, 0)).toMatchObject({ is_busy: false, active_orders: [] })
  await judgeNow(replacement)
  await expectInvariants(server)
  const finished = { params: { id: running }, body: { cost: 20 } }
  expect((await server.request(finishTrip, finished, drivers[1]?.token)).status).toBe(200)
  await fixture.settle()
  expect((await me(fixture, 1)).active_orders).toMatchObject([{ id: orderId, is_next: false }])
  await watchCars(server)
  expect(await server.db.selectFrom('car_watches').select('driver_id').execute()).toEqual([
    { driver_id: idOf(fixture, 1) },
  ])
  await expectInvariants(server)
})
