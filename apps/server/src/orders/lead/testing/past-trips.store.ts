import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, DriverId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { type Ground, TOWN_SQUARE } from '../../../testing/builders.ts'

export interface PastTrips {
  companyId: CompanyId
  driverId: DriverId
  /** The day before this instant has the newest of them, at the same time of day; the others are spread over the week before. */
  before: Date
  count: number
  /** From the start of the search to the arrival; null = no driver was found. */
  minutes: number | null
  pickup?: Point
  /** Minutes from the placing to the requested departure. */
  ahead?: number
  manuallyAssigned?: boolean
  isTest?: boolean
  /** The driver reported no arrival, only the start of the trip. */
  withoutArrival?: boolean
  /** Another car came, because the first one stood still. */
  isReplaced?: boolean
}

/** Past orders of a company, each with the walk of its search; the trip starts two minutes after the arrival. */
export async function insertPastTrips({ db }: Ground, trips: PastTrips): Promise<void> {
  const { companyId, driverId, before, count, minutes, pickup = TOWN_SQUARE, ahead = 0 } = trips
  const isServed = minutes !== null
  await sql`
    with given as (
      select n, ${before}::timestamptz - make_interval(days => 1 + n % 7) as at from generate_series(1, ${count}) as n
    ), placed as (
      insert into orders (state, driver_id, cancellation_reason_type, created_by_company_id, departure_time, placed_at, created_at,
        updated_at, assigned_at, trip_started_at, trip_finished_at, canceled_at, manually_assigned, is_test)
      select ${isServed ? 'finished' : 'canceled'}, ${isServed ? driverId : null}, ${isServed ? null : 'no_drivers_found'},
        ${companyId}, at + make_interval(mins => ${ahead}), at, at, at, case when ${isServed} then at + interval '20 s' end,
        at + make_interval(mins => ${isServed ? minutes + 2 : null}), at + make_interval(mins => ${isServed ? minutes + 20 : null}),
        case when not ${isServed} then at + interval '1 minute' end, ${trips.manuallyAssigned ?? false}, ${trips.isTest ?? false}
      from given returning id, placed_at
    ), pickups as (
      insert into order_places (order_id, position, name, lat, long) select id, 0, 'Loc', ${pickup.lat}, ${pickup.long} from placed
    ), walks as (
      insert into search_walks (order_id, walk_no, steps, status, started_at, ended_at)
      select id, 1, '[]', ${isServed ? 'accepted' : 'exhausted'}, placed_at, placed_at + interval '20 s' from placed
    )
    insert into order_history (order_id, timestamp, type, initiator_kind)
    select id, placed_at + make_interval(mins => ${minutes}), 'arrived', 'driver' from placed
    where ${isServed && !trips.withoutArrival}
    union all
    select id, placed_at + interval '10 minutes', 'replaced', 'driver' from placed where ${trips.isReplaced ?? false}
  `.execute(db)
}

/** A square zone of two kilometres around the point. */
export async function insertZone({ db, clock }: Ground, companyId: CompanyId, { lat, long }: Point): Promise<ZoneId> {
  const corners = [
    { lat: lat - 0.01, long: long - 0.01 },
    { lat: lat - 0.01, long: long + 0.01 },
    { lat: lat + 0.01, long: long + 0.01 },
    { lat: lat + 0.01, long: long - 0.01 },
  ]
  const zone = {
    company_id: companyId,
    name: 'Centru',
    paths: JSON.stringify(corners),
    area_m2: 1,
    created_at: clock.now(),
  }
  return (await db.insertInto('polygons').values(zone).returning('id').executeTakeFirstOrThrow()).id
}
