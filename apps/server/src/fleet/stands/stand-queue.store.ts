import type { Stand } from '@dispecerat/domain/fleet/stand'
import type { CompanyId, DriverId, StandId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export interface CompanyStand extends Stand {
  companyId: CompanyId
}

/** The active stands of every company. */
export async function loadStands(db: Db): Promise<CompanyStand[]> {
  const { rows } = await sql<{ id: StandId; companyId: CompanyId; lat: number; long: number; radiusMetres: number }>`
    select id, company_id as "companyId", lat, long, radius_m as "radiusMetres" from stands
    where is_active and deleted_at is null order by id
  `.execute(db)
  return rows.map(({ id, lat, long, ...stand }) => ({ ...stand, standId: id, point: { lat, long } }))
}

export interface QueuedDriver {
  driverId: DriverId
  standId: StandId
  arrivedAt: Date
}

/** The stored queue places of the given drivers or of all. */
export async function loadQueued(db: Db, driverIds: readonly DriverId[] | 'every'): Promise<QueuedDriver[]> {
  const wanted = driverIds === 'every' ? sql`true` : sql`driver_id = any(${driverIds}::bigint[])`
  const { rows } = await sql<QueuedDriver>`
    select driver_id as "driverId", stand_id as "standId", arrived_at as "arrivedAt" from stand_queue where ${wanted}
  `.execute(db)
  return rows
}

/** One statement per tick; a driver who is in that queue already keeps the time that another node wrote. */
export async function saveArrivals(db: Db, arrivals: readonly QueuedDriver[]): Promise<void> {
  if (arrivals.length === 0) return
  await sql`
    insert into stand_queue as queue (driver_id, stand_id, arrived_at)
    select "driverId", "standId", "arrivedAt"
    from jsonb_to_recordset(${JSON.stringify(arrivals)}::jsonb)
      as seen("driverId" bigint, "standId" bigint, "arrivedAt" timestamptz)
    where exists (select from users where id = "driverId") and exists (select from stands where id = "standId")
    order by "driverId"
    on conflict (driver_id) do update set stand_id = excluded.stand_id, arrived_at = excluded.arrived_at
    where queue.stand_id <> excluded.stand_id
  `.execute(db)
}

export async function deleteLeft(db: Db, left: readonly { driverId: DriverId; standId: StandId }[]): Promise<void> {
  if (left.length === 0) return
  await sql`
    delete from stand_queue as queue
    using jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as gone("driverId" bigint, "standId" bigint)
    where queue.driver_id = gone."driverId" and queue.stand_id = gone."standId"
  `.execute(db)
}

/**
 * Deletes only those for whom no node has written a position since `seenBefore`: a node that receives nothing from a phone may itself be
 * disconnected.
 */
export async function deleteSilent(db: Db, driverIds: readonly DriverId[], seenBefore: Date): Promise<void> {
  if (driverIds.length === 0) return
  await sql`
    delete from stand_queue as queue
    where driver_id = any(${driverIds}::bigint[]) and not exists (
      select from driver_last_positions as last
      where last.driver_id = queue.driver_id and last.recorded_at >= ${seenBefore})
  `.execute(db)
}

/** Empties the queue of a stand. */
export async function clearQueue(tx: Tx, standId: StandId): Promise<void> {
  await sql`delete from stand_queue where stand_id = ${standId}`.execute(tx)
}

/** Removes the driver from any queue; returns the company of the stand, or null when there was none. */
export async function leaveQueue(tx: Tx, driverId: DriverId): Promise<CompanyId | null> {
  const { rows } = await sql<{ companyId: CompanyId }>`
    delete from stand_queue as queue using stands
    where driver_id = ${driverId} and stands.id = queue.stand_id returning stands.company_id as "companyId"
  `.execute(tx)
  return rows[0]?.companyId ?? null
}
