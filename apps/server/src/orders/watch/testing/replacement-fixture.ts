import { arriveAtPickup, driverMe, reportPosition } from '@dispecerat/contract/dispatch/driver'
import type { NewOrder } from '@dispecerat/contract/orders/order-shapes'
import { createOrder, readOrder, readOrderHistory } from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { expect } from 'vitest'
import type { z } from 'zod'
import type { TestServer } from '../../../testing/a-server.ts'
import {
  createSearchFixture,
  expectInvariants,
  northOfPickup,
  type SearchFixture,
} from '../../../testing/search-fixture.ts'
import { accept, idOf, METRES, PLACES, RADIUS, ringing } from '../../testing/by-hand.ts'
import { watchCars } from '../watch-cars.ts'
import { driveCar } from './drive-car.store.ts'

type NewOrderInput = z.input<typeof NewOrder>

const DAY_MS = 24 * 3_600_000

/** The first driver has accepted, and the others were asked. */
export interface ReplacementFixture extends SearchFixture {
  orderId: OrderId
}

/** An order that the first of three drivers has. */
export async function anAcceptedOrder(steps = [RADIUS]): Promise<ReplacementFixture> {
  const fixture = await createSearchFixture({ metres: METRES, steps })
  return firstAccepts(fixture, await fixture.place())
}

async function firstAccepts(fixture: SearchFixture, orderId: OrderId): Promise<ReplacementFixture> {
  expect((await accept(fixture, 0, orderId)).status).toBe(200)
  await fixture.settle()
  await watchCars(fixture.server)
  return { ...fixture, orderId, [Symbol.asyncDispose]: () => fixture.server.stop() }
}

/** The first driver accepts this order and stands, until the phones of the others ring for it. */
export async function aReplacementOf(
  fixture: SearchFixture,
  input: Partial<NewOrderInput>,
): Promise<ReplacementFixture> {
  const body = { client_phone: '+40740999001', places: PLACES, ...input }
  const { reply } = await fixture.server.request(createOrder, { body }, fixture.dispatcher)
  await fixture.settle()
  const accepted = await firstAccepts(fixture, asId<OrderId>(reply.data.id))
  await stand(accepted, 15)
  await stand(accepted, 375)
  return accepted
}

/** The first driver's car stands 2 km away for so many seconds, and is judged. */
export async function stand(fixture: ReplacementFixture, seconds: number): Promise<void> {
  await driveUnwatched(fixture, seconds, { from: 2000 })
  await judgeNow(fixture)
}

/** The first driver's car drives, and is not judged meanwhile. The other phones report at the end, so that they may be asked. */
export async function driveUnwatched(
  fixture: ReplacementFixture,
  seconds: number,
  way: { from: number; to?: number },
): Promise<void> {
  const { server } = fixture
  const later = new Date(server.clock.now().getTime() + DAY_MS)
  await server.db.updateTable('car_watches').set({ due_at: later }).execute()
  await driveCar(server, idOf(fixture, 0), seconds, way)
  await refreshPositions(fixture)
}

/** Every car is judged, here or by the server's own job, which skips an order that is locked here and the other way round. */
export async function judgeNow(fixture: ReplacementFixture): Promise<void> {
  const { server } = fixture
  await server.db.updateTable('car_watches').set({ due_at: server.clock.now() }).execute()
  await expect.poll(() => judgeDue(server), { timeout: 10_000 }).toEqual([])
  await fixture.settle()
}

/** Judges the cars that are due; returns the orders of those that are due still. */
async function judgeDue(server: TestServer): Promise<readonly unknown[]> {
  await watchCars(server)
  const now = server.clock.now()
  return server.db.selectFrom('car_watches').select('order_id').where('due_at', '<=', now).execute()
}

/** The phones of the other drivers report on, so that they may be asked. */
async function refreshPositions({ server, drivers }: SearchFixture): Promise<void> {
  for (const [index, { token }] of drivers.entries()) {
    if (index === 0) continue
    const { status } = await server.request(reportPosition, { body: northOfPickup(METRES[index] ?? 100) }, token)
    expect(status).toBe(200)
  }
}

/** The same until the phones of the others ring for the order. */
export async function aReplacement(steps = [RADIUS]): Promise<ReplacementFixture> {
  const fixture = await anAcceptedOrder(steps)
  await stand(fixture, 15)
  await stand(fixture, 375)
  return fixture
}

export const view = async ({ server, dispatcher, orderId }: ReplacementFixture) =>
  (await server.request(readOrder, { params: { id: orderId } }, dispatcher)).reply.data

export const me = async ({ server, drivers }: SearchFixture, index: number) =>
  (await server.request(driverMe, {}, drivers[index]?.token)).reply.data

export const arrive = ({ server, drivers, orderId }: ReplacementFixture, index: number) =>
  server.request(arriveAtPickup, { params: { id: orderId }, body: { reason: 'Fără semnal' } }, drivers[index]?.token)

/** Lines of these types in the order's history. */
export async function historyOf({ server, dispatcher, orderId }: ReplacementFixture, ...types: string[]) {
  const { reply } = await server.request(readOrderHistory, { params: { id: orderId } }, dispatcher)
  return reply.data.filter(({ type }) => types.includes(type))
}

/** The first driver has the order, nobody else is asked, and the rows agree. */
export async function expectSameDriver(fixture: ReplacementFixture): Promise<void> {
  expect(await ringing(fixture, fixture.orderId)).toEqual([])
  expect(await view(fixture)).toMatchObject({ state: 'assigned', driver_id: idOf(fixture, 0), replacement_since: null })
  await expectInvariants(fixture.server)
}
