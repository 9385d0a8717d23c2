import type { Polygon, Stand } from '@dispecerat/contract/zones'
import { DomainError } from '@dispecerat/domain/errors'
import type { CompanyId, ZoneId } from '@dispecerat/domain/ids'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Scope } from '../db/caller.ts'
import type { Db } from '../db/database.ts'

const ROMANIAN = sql.raw('"und-x-icu"')

export async function polygonViews(db: Db, scope: Scope): Promise<Polygon[]> {
  const { rows } = await sql<Polygon>`
    select id, name, paths from polygons where ${ofCompanies(scope)} order by name collate ${ROMANIAN}, id
  `.execute(db)
  return rows
}

/** `zone.unknown` for another company's zone too. */
export async function polygonView(db: Db, scope: Scope, id: number): Promise<Polygon> {
  const { rows } = await sql<Polygon>`
    select id, name, paths from polygons where id = ${id} and ${ofCompanies(scope)}
  `.execute(db)
  const polygon = rows[0]
  if (!polygon) throw new DomainError('zone.unknown')
  return polygon
}

/** Zones by name, without their outlines. */
export async function zoneNames(db: Db, scope: Scope): Promise<{ id: ZoneId; name: string }[]> {
  const { rows } = await sql<{ id: ZoneId; name: string }>`
    select id, name from polygons where ${ofCompanies(scope)} order by name collate ${ROMANIAN}, id
  `.execute(db)
  return rows
}

/** Whose zone it is; `zone.unknown` when it is not one of the caller's companies'. */
export async function companyOfZone(db: Db, scope: Scope, id: number): Promise<CompanyId> {
  const { rows } = await sql<{ companyId: CompanyId }>`
    select company_id as "companyId" from polygons where id = ${id} and ${ofCompanies(scope)}
  `.execute(db)
  const zone = rows[0]
  if (!zone) throw new DomainError('zone.unknown')
  return zone.companyId
}

export async function standViews(db: Db, scope: Scope): Promise<z.input<typeof Stand>[]> {
  const { rows } = await sql<z.input<typeof Stand>>`
    select id, name, lat, long, radius_m, polygon_id from stands
    where is_active and ${ofCompanies(scope)} order by name collate ${ROMANIAN}, id
  `.execute(db)
  return rows
}

function ofCompanies({ companies }: Scope): RawBuilder<boolean> {
  return companies === 'every' ? sql<boolean>`true` : sql<boolean>`company_id = any(${[...companies]}::bigint[])`
}
