import { boundsOf, type Zone } from '@dispecerat/domain/geography/zone'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { LearnedTime, PastPickup } from '@dispecerat/domain/orders/learned-times'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Companies whose times were not learned in this night or later ('YYYY-MM-DD' in Bucharest). */
export async function companiesToLearn(db: Db, night: string): Promise<CompanyId[]> {
  const { rows } = await sql<{ id: CompanyId }>`
    select id from companies where deleted_at is null
      and not exists (select from learned_nights where company_id = companies.id and night >= ${night}::date) order by id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Orders for now that the company placed in [from, to), whose search ended with a car at the pickup or without a driver. A scheduled order
 * says nothing: its driver comes for the departure, not as soon as possible; nor does one that a dispatcher assigned, nor one whose first car
 * did not come. Without a reported
 * arrival, or with a doubted one, the start of the trip counts.
 */
export async function pastPickups(
  db: Db,
  companyId: CompanyId,
  { from, to }: { from: Date; to: Date },
): Promise<PastPickup[]> {
  const { rows } = await sql<PastPickup>`
    select json_build_object('lat', place.lat, 'long', place.long) as pickup,
      extract(hour from coalesce(served.at, walk.started_at) at time zone 'Europe/Bucharest')::integer as hour,
      case when served.at is not null then greatest(extract(epoch from served.at - walk.started_at), 0)::integer end as seconds
    from orders
    join order_places as place on place.order_id = orders.id and place.position = 0
    join search_walks as walk on walk.order_id = orders.id and walk.walk_no = 1
    cross join lateral (select case when state = 'finished' then coalesce(
      (select min(timestamp) from order_history where order_id = orders.id and type = 'arrived'
        and not data ? 'arrival_doubt'), trip_started_at) end as at
    ) as served
    where created_by_company_id = ${companyId} and deleted_at is null and placed_at >= ${from} and placed_at < ${to}
      and not is_test and not manually_assigned and departure_time <= walk.started_at + interval '1 minute'
      and not exists (select from order_history where order_id = orders.id and type = 'replaced')
      and (served.at is not null or cancellation_reason_type = 'no_drivers_found')
  `.execute(db)
  return rows
}

/** Replaces the company's times. False when another node did it in this night. */
export async function saveLearnedTimes(
  tx: Tx,
  companyId: CompanyId,
  night: string,
  { times, zones }: { times: readonly LearnedTime[]; zones: readonly Zone[] },
): Promise<boolean> {
  const { rows: claimed } = await sql`
    insert into learned_nights as done (company_id, night) values (${companyId}, ${night}::date)
    on conflict (company_id) do update set night = excluded.night where done.night < excluded.night
    returning night
  `.execute(tx)
  if (claimed.length === 0) return false
  await sql`delete from learned_times where company_id = ${companyId}`.execute(tx)
  const bounds = new Map(zones.map(({ id, ring }) => [id, boundsOf(ring)]))
  const rows = times.map((time) => ({ ...time, ...(time.zoneId === null ? {} : bounds.get(time.zoneId)) }))
  // A zone may have been deleted for good since its outline was read.
  await sql`
    insert into learned_times (company_id, zone_id, hour, minutes, orders, unserved, south, north, west, east)
    select ${companyId}, "zoneId", hour, minutes, orders, unserved, south, north, west, east
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as time("zoneId" bigint, hour smallint, minutes integer, orders integer, unserved integer,
        south double precision, north double precision, west double precision, east double precision)
    where "zoneId" is null or exists (select from polygons where id = "zoneId")
  `.execute(tx)
  return true
}
