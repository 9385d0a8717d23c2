import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, StandId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

/** The fields of a stand that the company decides. */
export interface StandPlan extends Point {
  name: string
  radiusMetres: number
  capacity: number | null
  isActive: boolean
}

interface LockedStand extends StandPlan {
  companyId: CompanyId
  deletedAt: Date | null
}

export async function insertStand(
  tx: Tx,
  stand: StandPlan & { companyId: CompanyId; zoneId: ZoneId | null },
  now: Date,
): Promise<StandId> {
  const row = await tx
    .insertInto('stands')
    .values({ ...columns(stand), company_id: stand.companyId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function saveStand(tx: Tx, standId: StandId, stand: StandPlan & { zoneId: ZoneId | null }): Promise<void> {
  await tx.updateTable('stands').set(columns(stand)).where('id', '=', standId).execute()
}

/** Locks the stand FOR UPDATE, also a deleted one; null when it is not one of the actor's companies'. */
export async function lockStand(tx: Tx, scope: Scope, standId: StandId): Promise<LockedStand | null> {
  const { rows } = await sql<LockedStand>`
    select company_id as "companyId", name, lat, long, radius_m as "radiusMetres", capacity,
      is_active as "isActive", deleted_at as "deletedAt"
    from stands where id = ${standId} and ${ofCompanies(scope)} for update
  `.execute(tx)
  return rows[0] ?? null
}

export async function setStandDeleted(tx: Tx, standId: StandId, deletedAt: Date | null): Promise<void> {
  await tx.updateTable('stands').set({ deleted_at: deletedAt }).where('id', '=', standId).execute()
}

/** The positions of the company's stands, with the stored zones. */
export async function standZones(
  tx: Tx,
  companyId: CompanyId,
): Promise<(Point & { standId: StandId; zoneId: ZoneId | null })[]> {
  const { rows } = await sql<Point & { standId: StandId; zoneId: ZoneId | null }>`
    select id as "standId", lat, long, polygon_id as "zoneId" from stands where company_id = ${companyId} order by id
    for update
  `.execute(tx)
  return rows
}

export async function setZone(tx: Tx, standId: StandId, zoneId: ZoneId | null): Promise<void> {
  await tx.updateTable('stands').set({ polygon_id: zoneId }).where('id', '=', standId).execute()
}

function columns({ name, lat, long, radiusMetres, zoneId, capacity, isActive }: StandPlan & { zoneId: ZoneId | null }) {
  return { name, lat, long, radius_m: radiusMetres, polygon_id: zoneId, capacity, is_active: isActive }
}
