import type { CatalogueEntry } from '@dispecerat/contract/identity/catalogue'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

export type CatalogueKind = 'service' | 'option'

const TABLE: Record<CatalogueKind, RawBuilder<unknown>> = {
  service: sql`(select id::bigint, company_id, name, is_active, sort_order, deleted_at, version, code, package_id,
    base_tariff_id, coalesce(package_id = id and company_id is null, false) as is_fixed, '[]'::jsonb as service_ids
    from services)`,
  option: sql`(select id, company_id, name, is_active, sort_order, deleted_at, version, key as code,
    null::smallint as package_id, null::bigint as base_tariff_id, false as is_fixed, service_ids from order_options)`,
}

const NAME: Record<CatalogueKind, RawBuilder<unknown>> = { service: sql`services`, option: sql`order_options` }
const CODE: Record<CatalogueKind, RawBuilder<string>> = { service: sql`code`, option: sql`key` }

export interface EntryFields {
  name: string
  code: string
  packageId: number | null
  baseTariffId: number | null
  isActive: boolean
  serviceIds: number[]
}

export interface CatalogueRow extends EntryFields {
  id: number
  companyId: CompanyId | null
  isFixed: boolean
  version: number
  deletedAt: Date | null
}

const ROW = sql`id, company_id as "companyId", name, code, package_id as "packageId", base_tariff_id as "baseTariffId", is_active as "isActive", is_fixed as "isFixed",
  service_ids as "serviceIds", version, deleted_at as "deletedAt"`

/** Rows of the platform and of one company in display order: services begin with the platform's, options with the company's. */
export async function catalogueOf(
  db: Db | Tx,
  kind: CatalogueKind,
  companyId: CompanyId | null,
): Promise<CatalogueRow[]> {
  const platformFirst = kind === 'service' ? sql`company_id is not null` : sql`company_id is null`
  const { rows } = await sql<CatalogueRow>`
    select ${ROW} from ${TABLE[kind]} as entry
    where deleted_at is null and (company_id is null or company_id = ${companyId})
    order by ${platformFirst}, sort_order, id
  `.execute(db)
  return rows
}

/** A row visible in the scope FOR UPDATE, deleted ones included; null for another company's. */
export async function lockEntry(
  tx: Tx,
  kind: CatalogueKind,
  { companies }: Scope,
  id: number,
): Promise<CatalogueRow | null> {
  await sql`select from ${NAME[kind]} where id = ${id} for update`.execute(tx)
  const { rows } = await sql<CatalogueRow>`
    select ${ROW} from ${TABLE[kind]} as entry where id = ${id}
      and ${companies === 'every' ? sql`true` : sql`(company_id is null or company_id = any(${[...companies]}::bigint[]))`}
  `.execute(tx)
  return rows[0] ?? null
}

export type NewEntry = EntryFields & Pick<CatalogueRow, 'companyId'>

/** Appends the row at the end of the list. */
export async function insertEntry(tx: Tx, kind: CatalogueKind, entry: NewEntry): Promise<number> {
  const { companyId, name, code, packageId, baseTariffId, serviceIds } = entry
  const last = sql`coalesce((select max(sort_order) from ${NAME[kind]} where company_id is not distinct from ${companyId}), 0) + 1`
  const { rows } = await (kind === 'service'
    ? sql<{ id: number }>`
        insert into services (company_id, name, code, package_id, base_tariff_id, sort_order)
        select ${companyId}, ${name}, ${code}, ${packageId}, ${baseTariffId}, ${last} returning id`
    : sql<{ id: number }>`
        insert into order_options (company_id, name, key, service_ids, sort_order)
        select ${companyId}, ${name}, ${code}, ${JSON.stringify(serviceIds)}::jsonb, ${last} returning id`
  ).execute(tx)
  return rows[0]?.id ?? 0
}

export async function saveEntry(tx: Tx, kind: CatalogueKind, id: number, row: EntryFields): Promise<void> {
  const ofKind =
    kind === 'option'
      ? sql`service_ids = ${JSON.stringify(row.serviceIds)}::jsonb`
      : sql`code = ${row.code}, package_id = ${row.packageId}, base_tariff_id = ${row.baseTariffId}`
  await sql`
    update ${NAME[kind]} set name = ${row.name}, is_active = ${row.isActive}, version = version + 1, ${ofKind}
    where id = ${id}
  `.execute(tx)
}

/** `at` null restores the row. */
export async function setEntryDeleted(tx: Tx, kind: CatalogueKind, id: number, at: Date | null): Promise<void> {
  await sql`update ${NAME[kind]} set deleted_at = ${at}, version = version + 1 where id = ${id}`.execute(tx)
}

export async function saveOrder(tx: Tx, kind: CatalogueKind, ids: readonly number[]): Promise<void> {
  await sql`
    update ${NAME[kind]} as entry set sort_order = asked.place
    from unnest(${[...ids]}::bigint[]) with ordinality as asked(id, place) where entry.id = asked.id
  `.execute(tx)
}

/** True when another row that is offered together with this one has the name. */
export async function nameIsTaken(
  tx: Tx,
  kind: CatalogueKind,
  { companyId, name, except }: { companyId: CompanyId | null; name: string; except: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from ${NAME[kind]} where deleted_at is null and id <> ${except} and lower(name) = lower(${name})
      and (company_id is null or company_id is not distinct from ${companyId})
  `.execute(tx)
  return rows.length > 0
}

/** Serialises writers of the catalogue by an advisory lock, so that the uniqueness of names and codes can be checked before the insert. */
export async function holdCatalogue(tx: Tx, kind: CatalogueKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`catalogue ${kind}`}))`.execute(tx)
}

/** True when another service that is offered together with this one has the code. */
export async function codeIsTaken(
  tx: Tx,
  { companyId, code, except }: { companyId: CompanyId | null; code: string; except: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from services where deleted_at is null and id <> ${except} and lower(code) = lower(${code})
      and (company_id is null or company_id is not distinct from ${companyId})
  `.execute(tx)
  return rows.length > 0
}

/** Returns `wanted` or the first unused of wanted_2, wanted_3 …; codes of deleted rows are never reused, because orders keep them. */
export async function freeCode(tx: Tx, kind: CatalogueKind, wanted: string): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select ${CODE[kind]} as code from ${NAME[kind]}
    where ${CODE[kind]} = ${wanted} or ${CODE[kind]} like ${`${wanted.replaceAll('_', '\\_')}\\_%`}
  `.execute(tx)
  const taken = new Set(rows.map(({ code }) => code))
  let code = wanted
  for (let n = 2; taken.has(code); n++) code = `${wanted}_${n}`
  return code
}

/** True for a tariff of the company that prices a different service. */
export async function mayBeBase(
  tx: Tx,
  { companyId, serviceId, tariffId }: { companyId: CompanyId; serviceId: number; tariffId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from tariffs where id = ${tariffId} and company_id = ${companyId} and deleted_at is null
      and service_id <> ${serviceId}
  `.execute(tx)
  return rows.length > 0
}

/** The ids that are no services of the platform or of this company. */
export async function unknownServices(tx: Tx, companyId: CompanyId | null, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select asked.id from unnest(${[...ids]}::bigint[]) as asked(id)
    where not exists (select from services where services.id = asked.id and deleted_at is null
      and (company_id is null or company_id = ${companyId}))
  `.execute(tx)
  return rows.map(({ id }) => id)
}

export function entryView(row: CatalogueRow, scope: Scope): CatalogueEntry {
  return {
    id: row.id,
    company_id: row.companyId,
    name: row.name,
    code: row.code,
    package_id: row.packageId,
    base_tariff_id: row.baseTariffId,
    is_active: row.isActive,
    is_mine: row.companyId !== null || scope.companies === 'every',
    is_fixed: row.isFixed,
    service_ids: row.serviceIds,
    version: row.version,
  }
}
