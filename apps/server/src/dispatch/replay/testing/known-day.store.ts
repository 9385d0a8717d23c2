import { STEP_DEFAULTS } from '@dispecerat/domain/dispatch/search-rules'
import type { CompanyId, DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { type ADriver, aCompany, aDriver, aUser, type Ground, TOWN_SQUARE } from '../../../testing/builders.ts'
import { northOfPickup } from '../../../testing/search-fixture.ts'

/** The clock of these tests; the day before is replayed. */
export const NOON = '2026-03-10T10:00:00Z'
/** Yesterday in Bucharest. */
export const YESTERDAY = { from: '2026-03-08 22:00:00', to: '2026-03-09 22:00:00' }
const HOUR_MS = 3_600_000

export interface KnownDay {
  companyId: CompanyId
  manager: string
  driver: ADriver
}

/**
 * A company whose one driver was 2 km from the town square all yesterday and accepted each of thirty offers of the day before after three
 * seconds; its rules have a radius of 500 m, so two orders of yesterday found no driver.
 */
export async function aKnownDay(ground: Ground): Promise<KnownDay> {
  const { companyId } = await aCompany(ground)
  const { email } = await aUser(ground, { roles: ['company_admin'], companyIds: [companyId] })
  const driver = await aDriver(ground, { companyId })
  await aDayOnDuty(ground, driver)
  await aMethod(ground, companyId, 500)
  for (const at of ['2026-03-09T09:00:00Z', '2026-03-09T11:00:00Z']) await anUnservedOrder(ground, companyId, at)
  await eagerPast(ground, companyId, driver.driverId)
  return { companyId, manager: email, driver }
}

/** The same rules with another radius, as the builder sends them. */
export function rulesWithRadius(metres: number) {
  const step = { search_type: 'by_radius' as const, search_time: 60, search_limit: metres }
  return {
    intervals: [{ id: -1, type: 'weekdays' as const, value: {}, definitions: { items: [step, step] } }],
  }
}

export async function aDayOnDuty({ db }: Ground, { driverId, carId }: ADriver): Promise<void> {
  const { lat, long } = northOfPickup(2000)
  const started_at = new Date('2026-03-09T05:00:00Z')
  const stopped_at = new Date('2026-03-09T20:00:00Z')
  await db.insertInto('driver_shifts').values({ driver_id: driverId, car_id: carId, started_at, stopped_at }).execute()
  await sql`
    insert into driver_trail (driver_id, recorded_at, lat, long)
    select ${driverId}, at, ${lat}, ${long}
    from generate_series(${started_at}::timestamptz, ${stopped_at}::timestamptz, interval '30 seconds') as at
  `.execute(db)
}

async function aMethod({ db, clock }: Ground, companyId: CompanyId, metres: number): Promise<void> {
  const items = [{ search_type: 'by_radius', search_time: STEP_DEFAULTS.searchSeconds, search_limit: metres }]
  const { id } = await db
    .insertInto('search_methods')
    .values({ company_id: companyId, definitions: JSON.stringify({ items }), updated_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('search_intervals')
    .values({ company_id: companyId, search_method_id: id, type: 'weekdays', sort_order: 1 })
    .execute()
}

export async function anUnservedOrder({ db }: Ground, companyId: CompanyId, at: string): Promise<void> {
  const placed = new Date(at)
  const ended = new Date(placed.getTime() + 12_000)
  const id = await orderRow({ db }, companyId, placed, {
    state: 'canceled',
    canceled_at: ended,
    cancellation_reason_type: 'no_drivers_found',
  })
  await db
    .insertInto('order_places')
    .values({ order_id: id, position: 0, name: 'Piața Sfatului', lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long })
    .execute()
}

type OrderEnd =
  | { state: 'canceled'; canceled_at: Date; cancellation_reason_type: 'no_drivers_found' }
  | { state: 'finished'; driver_id: DriverId; assigned_at: Date; trip_started_at: Date; trip_finished_at: Date }

async function orderRow(
  { db }: Pick<Ground, 'db'>,
  companyId: CompanyId,
  placed: Date,
  end: OrderEnd,
): Promise<OrderId> {
  const row = {
    created_by_company_id: companyId,
    departure_time: placed,
    placed_at: placed,
    created_at: placed,
    updated_at: placed,
    ...end,
  }
  return (await db.insertInto('orders').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Thirty orders of the day before yesterday, each accepted by the driver three seconds after the phone rang. */
async function eagerPast({ db }: Ground, companyId: CompanyId, driverId: DriverId): Promise<void> {
  const { lat, long } = northOfPickup(1500)
  for (let n = 0; n < 30; n++) {
    const placed = new Date(Date.parse('2026-03-08T05:00:00Z') + n * 0.4 * HOUR_MS)
    const after = (seconds: number) => new Date(placed.getTime() + seconds * 1000)
    const id = await orderRow({ db }, companyId, placed, {
      state: 'finished',
      driver_id: driverId,
      assigned_at: after(3),
      trip_started_at: after(300),
      trip_finished_at: after(900),
    })
    await db.insertInto('order_places').values({ order_id: id, position: 0, name: 'Gara', lat, long }).execute()
    const walk = { order_id: id, walk_no: 1, steps: '[]', status: 'accepted' as const, started_at: placed }
    const { id: walk_id } = await db
      .insertInto('search_walks')
      .values({ ...walk, ended_at: after(3), due_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const span = { started_at: placed, ends_at: after(10), look_again_at: after(2), closed_at: after(3) }
    const { id: round_id } = await db
      .insertInto('search_rounds')
      .values({ walk_id, order_id: id, no: 1, step: '{}', outcome: 'accepted', ...span })
      .returning('id')
      .executeTakeFirstOrThrow()
    const receipts = { notified_at: placed, delivered_at: after(0.2), viewed_at: after(1), expires_at: after(10) }
    const answer = { fate: 'accepted' as const, closed_at: after(3) }
    await db
      .insertInto('search_offers')
      .values({ round_id, order_id: id, driver_id: driverId, rank: 1, metres: 800, ...receipts, ...answer })
      .execute()
  }
}
