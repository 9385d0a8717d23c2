import type { Polygon } from '@dispecerat/contract/geography/zones'
import type { Zone } from '@dispecerat/domain/geography/zone'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

const ROMANIAN = sql.raw('"und-x-icu"')
const DRAWN = sql<boolean>`deleted_at is null`

export async function polygonViews(db: Db, scope: Scope): Promise<Polygon[]> {
  return viewsWhere(db, ofCompanies(scope))
}

/** `zone.unknown` for another company's zone and for a deleted one. */
export async function polygonView(db: Db, scope: Scope, id: number): Promise<Polygon> {
  const [polygon] = await viewsWhere(db, sql<boolean>`id = ${id} and ${ofCompanies(scope)}`)
  if (!polygon) throw new DomainError('zone.unknown')
  return polygon
}

async function viewsWhere(db: Db, condition: RawBuilder<boolean>): Promise<Polygon[]> {
  const { rows } = await sql<Polygon>`
    select id, company_id, name, paths, color, area_m2, version from polygons
    where ${DRAWN} and ${condition} order by name collate ${ROMANIAN}, id
  `.execute(db)
  return rows
}

/** Zones of the companies with each company's name, for an export. */
export async function zonesForFile(
  db: Db,
  scope: Scope,
  companyId: CompanyId | undefined,
): Promise<(Polygon & { company: string })[]> {
  const ofOne = companyId === undefined ? sql<boolean>`true` : sql<boolean>`company_id = ${companyId}`
  const zones = await viewsWhere(db, sql<boolean>`${ofCompanies(scope)} and ${ofOne}`)
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from companies where id = any(${zones.map(({ company_id }) => company_id)}::bigint[])
  `.execute(db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return zones.map((zone) => ({ ...zone, company: names.get(zone.company_id) ?? '' }))
}

/** Zones by name, without their outlines. */
export async function zoneNames(db: Db, scope: Scope): Promise<{ id: ZoneId; companyId: CompanyId; name: string }[]> {
  const { rows } = await sql<{ id: ZoneId; companyId: CompanyId; name: string }>`
    select id, company_id as "companyId", name from polygons where ${DRAWN} and ${ofCompanies(scope)} order by name collate ${ROMANIAN}, id
  `.execute(db)
  return rows
}

/** Company of a zone. Throws `zone.unknown` when it is not in the scope. */
export async function companyOfZone(db: Db, scope: Scope, id: number): Promise<CompanyId> {
  const { rows } = await sql<{ companyId: CompanyId }>`
    select company_id as "companyId" from polygons where id = ${id} and ${DRAWN} and ${ofCompanies(scope)}
  `.execute(db)
  const zone = rows[0]
  if (!zone) throw new DomainError('zone.unknown')
  return zone.companyId
}

/** One company's zones by id, with their outlines. */
export async function zonesOfCompany(db: Db, companyId: CompanyId): Promise<Zone[]> {
  const { rows } = await sql<Zone>`
    select id, paths as ring from polygons where company_id = ${companyId} and ${DRAWN} order by id
  `.execute(db)
  return rows
}

/** Companies of these zones, deleted ones included. */
export async function companiesOfZones(db: Db, zoneIds: readonly ZoneId[]): Promise<CompanyId[]> {
  const { rows } = await sql<{ companyId: CompanyId }>`
    select distinct company_id as "companyId" from polygons where id = any(${[...zoneIds]}::bigint[])
  `.execute(db)
  return rows.map(({ companyId }) => companyId)
}
