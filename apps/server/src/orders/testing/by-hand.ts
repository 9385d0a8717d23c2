import { acceptOrder } from '@dispecerat/contract/dispatch/driver'
import { assignByHand, takeBackOrder } from '@dispecerat/contract/orders/by-hand'
import { createOrder } from '@dispecerat/contract/orders/orders'
import type { SearchStep } from '@dispecerat/domain/dispatch/search-rules'
import { asId, type DriverId, NO_USER, type OrderId } from '@dispecerat/domain/kernel/ids'
import { expect } from 'vitest'
import { TOWN_SQUARE } from '../../testing/builders.ts'
import { createSearchFixture, type SearchFixture } from '../../testing/search-fixture.ts'

export const RADIUS: Partial<SearchStep> = { searchType: 'by_radius', searchLimit: 5000, searchSeconds: 60 }
export const METRES = [100, 200, 300] as const
export const PLACES = [{ name: 'Piața Sfatului', lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }]

/** Three drivers around the square, whose phones all ring for a minute. */
export const aSearch = () => createSearchFixture({ metres: METRES, steps: [RADIUS] })

/** The same in a company whose named drivers must accept. */
export async function aConfirmedSearch(): Promise<SearchFixture> {
  const fixture = await aSearch()
  await fixture.server.db.updateTable('company_settings').set({ named_driver_confirms: true }).execute()
  return fixture
}

export function idOf({ drivers }: SearchFixture, index: number): DriverId {
  return drivers[index]?.driverId ?? NO_USER
}

export function accept({ server, drivers }: SearchFixture, index: number, orderId: OrderId) {
  return server.request(acceptOrder, { params: { id: orderId }, body: {} }, drivers[index]?.token)
}

/** The dispatcher names the driver; resolves when nothing is due. */
export async function assign(fixture: SearchFixture, orderId: OrderId, driverId: number) {
  const input = { params: { id: orderId }, body: { driver_id: driverId, reason: 'E pe stradă' } }
  const answer = await fixture.server.request(assignByHand, input, fixture.dispatcher)
  await fixture.settle()
  return answer
}

export async function takeBack(fixture: SearchFixture, orderId: OrderId, reason = 'Nu răspunde') {
  const input = { params: { id: orderId }, body: { reason } }
  const answer = await fixture.server.request(takeBackOrder, input, fixture.dispatcher)
  await fixture.settle()
  return answer
}

export async function isBusy({ server }: SearchFixture, driverId: DriverId): Promise<boolean> {
  const query = server.db.selectFrom('driver_status').select('is_busy').where('driver_id', '=', driverId)
  return (await query.executeTakeFirstOrThrow()).is_busy
}

/** Drivers whose phones ring for the order, by rank. */
export async function ringing(fixture: SearchFixture, orderId: OrderId): Promise<number[]> {
  const offers = await fixture.offers(orderId)
  return offers.filter(({ fate }) => fate === 'open').map(({ driver_id }) => driver_id)
}

export async function excludedOf({ server }: SearchFixture, orderId: OrderId): Promise<DriverId[]> {
  const query = server.db.selectFrom('orders').select('excluded_driver_ids').where('id', '=', orderId)
  return (await query.executeTakeFirstOrThrow()).excluded_driver_ids
}

/** An order for three hours later. */
export async function aScheduledOrder({ server, dispatcher }: SearchFixture): Promise<OrderId> {
  const departure = new Date(server.clock.now().getTime() + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const body = { client_phone: '+40740555557', places: PLACES, departure_time: departure }
  const { reply } = await server.request(createOrder, { body }, dispatcher)
  expect(reply.data.state).toBe('pending')
  return asId(reply.data.id)
}
