import { arriveAtPickup, driverMe, reportPosition } from '@dispecerat/contract/dispatch/driver'
import { readOrder, readOrderHistory } from '@dispecerat/contract/orders/orders'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { expect } from 'vitest'
import {
  createSearchFixture,
  expectInvariants,
  northOfPickup,
  type SearchFixture,
} from '../../../testing/search-fixture.ts'
import { accept, idOf, METRES, RADIUS, ringing } from '../../testing/by-hand.ts'
import { watchCars } from '../watch-cars.ts'
import { driveCar } from './drive-car.store.ts'

/** The first driver has accepted, and the others were asked. */
export interface ReplacementFixture extends SearchFixture {
  orderId: OrderId
}

/** An order that the first of three drivers has. */
export async function anAcceptedOrder(steps = [RADIUS]): Promise<ReplacementFixture> {
  const fixture = await createSearchFixture({ metres: METRES, steps })
  const orderId = await fixture.place()
  await accept(fixture, 0, orderId)
  await fixture.settle()
  await watchCars(fixture.server)
  return { ...fixture, orderId, [Symbol.asyncDispose]: () => fixture.server.stop() }
}

/** The first driver's car stands 2 km away for so many seconds, and is judged. */
export async function stand(fixture: ReplacementFixture, seconds: number): Promise<void> {
  const { server } = fixture
  await driveCar(server, idOf(fixture, 0), seconds, { from: 2000 })
  await server.db.updateTable('car_watches').set({ due_at: server.clock.now() }).execute()
  await watchCars(server)
  await refreshPositions(fixture)
  await fixture.settle()
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
