import { ringSquareMetres } from '@dispecerat/domain/geography/zone'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor, Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

/** Data of a zone; the outline is tidied and valid. */
export interface ZonePlan {
  name: string
  ring: Point[]
  /** '#rrggbb'; null = the map chooses. */
  color: string | null
}

export interface ZoneRecord extends ZonePlan {
  zoneId: ZoneId
  companyId: CompanyId
  version: number
  deletedAt: Date | null
}

/** Serialises changes of a company's zones; NO KEY UPDATE still lets its orders be inserted. */
export async function lockZonesOf(tx: Tx, companyId: CompanyId): Promise<void> {
  await sql`select id from companies where id = ${companyId} for no key update`.execute(tx)
}

/** Locks the company's zones, then the zone, deleted ones included; null when the scope does not have it. */
export async function lockZone(tx: Tx, scope: Scope, zoneId: ZoneId): Promise<ZoneRecord | null> {
  const { rows: owners } = await sql<{ companyId: CompanyId }>`
    select company_id as "companyId" from polygons where id = ${zoneId} and ${ofCompanies(scope)}
  `.execute(tx)
  const [owner] = owners
  if (!owner) return null
  await lockZonesOf(tx, owner.companyId)
  const { rows } = await sql<ZoneRecord>`
    select id as "zoneId", company_id as "companyId", name, paths as ring, color, version, deleted_at as "deletedAt"
    from polygons where id = ${zoneId} for update
  `.execute(tx)
  return rows[0] ?? null
}

/** The current zones of a company, by name. */
export async function drawnZones(tx: Tx, companyId: CompanyId): Promise<ZoneRecord[]> {
  const { rows } = await sql<ZoneRecord>`
    select id as "zoneId", company_id as "companyId", name, paths as ring, color, version, deleted_at as "deletedAt"
    from polygons where company_id = ${companyId} and deleted_at is null order by name collate "und-x-icu", id
  `.execute(tx)
  return rows
}

export async function insertZone(
  tx: Tx,
  { companyId, ...plan }: ZonePlan & { companyId: CompanyId },
  { actor, now }: { actor: Actor; now: Date },
): Promise<ZoneId> {
  const { id } = await tx
    .insertInto('polygons')
    .values({ ...columns(plan), company_id: companyId, created_at: now, updated_at: now, updated_by: actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepChange(tx, { companyId, zoneId: id, action: 'created', after: plan }, { actor, now })
  const entry = { entity: 'zone', entityId: id, companyId, action: 'created', before: null, after: auditFields(plan) }
  await recordAudit(tx, actor, entry, now)
  return id
}

export async function saveZone(
  tx: Tx,
  { zoneId, companyId, name, ring, color }: ZoneRecord,
  plan: ZonePlan,
  by: { actor: Actor; now: Date },
): Promise<void> {
  await touch(tx, zoneId, columns(plan), by)
  const before = { name, ring, color }
  await keepChange(tx, { companyId, zoneId, action: 'changed', before, after: plan }, by)
  const entry = { entity: 'zone', entityId: zoneId, companyId, action: 'changed' }
  await recordAudit(tx, by.actor, { ...entry, before: auditFields(before), after: auditFields(plan) }, by.now)
}

/** Fields for the audit log; the complete outlines are in polygon_changes. */
function auditFields({ name, ring, color }: ZonePlan): object {
  return { name, color, corners: ring.length, area_m2: Math.round(ringSquareMetres(ring)) }
}

/** `deletedAt` null restores the zone under `name`. */
export async function setDeleted(
  tx: Tx,
  { zoneId, companyId, ...was }: ZoneRecord,
  { deletedAt, name }: { deletedAt: Date | null; name: string },
  by: { actor: Actor; now: Date },
): Promise<void> {
  await touch(tx, zoneId, { deleted_at: deletedAt, name }, by)
  await keepChange(tx, { companyId, zoneId, action: deletedAt ? 'deleted' : 'restored' }, by)
  const entry = { entity: 'zone', entityId: zoneId, companyId }
  if (deletedAt)
    await recordAudit(tx, by.actor, { ...entry, action: 'deleted', before: auditFields(was), after: null }, by.now)
  else await recordAudit(tx, by.actor, { ...entry, action: 'restored', before: null, after: { name } }, by.now)
}

async function touch(
  tx: Tx,
  zoneId: ZoneId,
  values: { name?: string; paths?: string; color?: string | null; area_m2?: number; deleted_at?: Date | null },
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  await tx
    .updateTable('polygons')
    .set((row) => ({ ...values, version: row('version', '+', 1), updated_at: now, updated_by: actor.userId }))
    .where('id', '=', zoneId)
    .execute()
}

interface ZoneChange {
  companyId: CompanyId
  zoneId: ZoneId
  action: 'created' | 'changed' | 'deleted' | 'restored'
  before?: ZonePlan
  after?: ZonePlan
}

/** Stores the complete zone before and after a change, with its author. */
async function keepChange(tx: Tx, change: ZoneChange, { actor, now }: { actor: Actor; now: Date }): Promise<void> {
  await tx
    .insertInto('polygon_changes')
    .values({
      company_id: change.companyId,
      at: now,
      user_id: actor.userId,
      polygon_id: change.zoneId,
      action: change.action,
      before: change.before ? JSON.stringify(change.before) : null,
      after: change.after ? JSON.stringify(change.after) : null,
    })
    .execute()
}

/** The outline of a zone before `part` was split off; null when it was not, or when either was changed since. */
export async function outlineBeforeCut(tx: Tx, zone: ZoneRecord, part: ZoneRecord): Promise<Point[] | null> {
  const { rows } = await sql<{ ring: Point[] }>`
    select cut.before -> 'ring' as ring
    from polygon_changes cut join polygon_changes made on made.at = cut.at and made.id > cut.id
    where cut.polygon_id = ${zone.zoneId} and cut.action = 'changed'
      and made.polygon_id = ${part.zoneId} and made.action = 'created'
      and not exists (
        select from polygon_changes later
        where later.company_id = ${zone.companyId} and later.id > cut.id and later.id <> made.id
          and (later.id < made.id or later.polygon_id in (${zone.zoneId}, ${part.zoneId}))
      )
  `.execute(tx)
  return rows[0]?.ring ?? null
}

function columns({ name, ring, color }: ZonePlan) {
  return { name, paths: JSON.stringify(ring), color, area_m2: Math.round(ringSquareMetres(ring)) }
}
