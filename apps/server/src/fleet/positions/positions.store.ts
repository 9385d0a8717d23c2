import type { Implausible, Plausibility } from '@dispecerat/domain/fleet/position-plausibility'
import type { CompanyId, DriverId, OrderId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface SavedPosition {
  driverId: DriverId
  lat: number
  long: number
  heading: number | null
  speed: number | null
  at: Date
  zoneId: ZoneId | null
  judged: Plausibility
}

export interface TrailPoint {
  driverId: DriverId
  lat: number
  long: number
  at: Date
  orderId: OrderId | null
  /** A jump, a mock or an old position. */
  isMarked: boolean
}

/** One statement per tick; an older position never replaces a newer one. */
export async function savePositions(db: Db, positions: readonly SavedPosition[]): Promise<void> {
  if (positions.length === 0) return
  await sql`
    insert into driver_last_positions as last (driver_id, lat, long, heading, speed, recorded_at, zone_id, implausible, consistent_fixes)
    select "driverId", lat, long, heading, speed, at, "zoneId", judged->>'implausible', (judged->>'consistent')::smallint
    from jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) as seen("driverId" bigint, lat double precision,
      long double precision, heading real, speed real, at timestamptz, "zoneId" bigint, judged jsonb)
    where exists (select from users where id = "driverId")
    order by "driverId"
    on conflict (driver_id) do update set lat = excluded.lat, long = excluded.long, heading = excluded.heading,
      speed = excluded.speed, recorded_at = excluded.recorded_at, zone_id = excluded.zone_id,
      implausible = excluded.implausible, consistent_fixes = excluded.consistent_fixes
    where last.recorded_at < excluded.recorded_at
  `.execute(db)
}

/** Saves new zones of drivers who stand still, after zones were redrawn. */
export async function saveZones(
  db: Db,
  drivers: readonly { driverId: DriverId; zoneId: ZoneId | null }[],
): Promise<void> {
  if (drivers.length === 0) return
  await sql`
    update driver_last_positions as last set zone_id = now."zoneId"
    from (
      select moved.* from jsonb_to_recordset(${JSON.stringify(drivers)}::jsonb) as moved("driverId" bigint, "zoneId" bigint)
      join driver_last_positions on driver_id = moved."driverId"
      order by driver_id for update of driver_last_positions
    ) as now
    where last.driver_id = now."driverId"
  `.execute(db)
}

export async function saveTrail(db: Db, points: readonly TrailPoint[]): Promise<void> {
  if (points.length === 0) return
  await sql`
    insert into driver_trail (driver_id, recorded_at, lat, long, order_id, is_marked)
    select "driverId", at, lat, long, "orderId", "isMarked"
    from jsonb_to_recordset(${JSON.stringify(points)}::jsonb) as seen("driverId" bigint, at timestamptz,
      lat double precision, long double precision, "orderId" bigint, "isMarked" boolean)
  `.execute(db)
}

interface LoadedPosition extends Omit<SavedPosition, 'judged'> {
  companyId: CompanyId
  judged: Plausibility | undefined
}

interface SavedRow extends Omit<SavedPosition, 'judged'> {
  companyId: CompanyId
  implausible: Implausible | null
  consistent: number
}

/** The last positions of all drivers, for a start; a marked position stays marked. */
export async function loadPositions(db: Db): Promise<LoadedPosition[]> {
  const { rows } = await sql<SavedRow>`
    select last.driver_id as "driverId", status.company_id as "companyId", lat, long, heading, speed,
      recorded_at as at, zone_id as "zoneId", implausible, consistent_fixes as consistent
    from driver_last_positions as last join driver_status as status using (driver_id)
  `.execute(db)
  return rows.map(({ implausible, consistent, ...row }) => ({
    ...row,
    judged: implausible === null ? undefined : { implausible, consistent },
  }))
}
