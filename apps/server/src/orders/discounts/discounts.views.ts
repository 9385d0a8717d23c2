import type { DiscountSort, Discount as DiscountView } from '@dispecerat/contract/orders/discounts'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { DiscountTrigger } from '@dispecerat/domain/orders/discount'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'
import { type DiscountFields, FIELDS } from './discounts.store.ts'

export interface DiscountFilter {
  search?: string | undefined
  company_id?: CompanyId | undefined
  trigger?: DiscountTrigger | undefined
  active?: '0' | '1' | undefined
  sort: DiscountSort
}

interface Row extends DiscountFields {
  id: number
  companyId: CompanyId
  companyName: string
  protocolName: string | null
  usesCount: number
  version: number
  updatedAt: Date
}

export async function discountPage(
  db: Db,
  scope: Scope,
  filter: DiscountFilter,
  { page, perPage }: { page: number; perPage: number },
) {
  const where = whereOf(scope, filter)
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`${discountRows(where, filter.sort)} limit ${perPage} offset ${(page - 1) * perPage}`.execute(db),
    sql<{ n: number }>`select count(*)::integer as n from discounts d where ${where}`.execute(db),
  ])
  const meta = { total: counted.rows[0]?.n ?? 0, total_is_capped: false, page, per_page: perPage }
  return { data: rows.map(discountFromRow), meta }
}

/** All discounts of the list, in the form that `discountFromRow` reads. */
export function discountExport(scope: Scope, filter: DiscountFilter): RawBuilder<Row> {
  return discountRows(whereOf(scope, filter), filter.sort)
}

/** Throws `discount.unknown` for another company's and for a deleted one. */
export async function discountView(db: Db, scope: Scope, id: number): Promise<DiscountView> {
  const where = sql<boolean>`d.id = ${id} and d.deleted_at is null and ${ofCompanies(scope, 'd.company_id')}`
  const { rows } = await sql<Row>`${discountRows(where, 'name')}`.execute(db)
  if (!rows[0]) throw new DomainError('discount.unknown')
  return discountFromRow(rows[0])
}

function discountRows(where: RawBuilder<boolean>, sort: DiscountSort): RawBuilder<Row> {
  return sql<Row>`
    select d.id, d.company_id as "companyId", c.name as "companyName", u.name as "protocolName", d.version,
      d.updated_at as "updatedAt", ${FIELDS}, (select count(*) from order_discounts used where used.discount_id = d.id and used.is_counted)::integer as "usesCount"
    from discounts d join companies c on c.id = d.company_id left join users u on u.id = d.protocol_user_id
    where ${where} order by ${orderOf(sort)}
  `
}

export function discountFromRow(row: Row): DiscountView {
  return {
    id: row.id,
    company_id: row.companyId,
    company_name: row.companyName,
    name: row.name,
    type: row.type,
    value: row.hundredths / 100,
    trigger: row.trigger,
    nth: row.nth,
    code: row.code,
    days: row.days,
    max_amount: row.maxAmountBani === null ? null : ronFromBani(row.maxAmountBani),
    min_cost: ronFromBani(row.minCostBani),
    protocol_user: row.protocolUserId === null ? null : { id: row.protocolUserId, name: row.protocolName },
    time_from: row.timeFrom,
    time_to: row.timeTo,
    valid_from: row.validFrom,
    valid_to: row.validTo,
    max_uses: row.maxUses,
    max_uses_per_client: row.maxUsesPerClient,
    uses_count: row.usesCount,
    service_ids: row.serviceIds,
    compensated_percent: row.compensatedPercent,
    is_active: row.isActive,
    updated_at: toWireTime(row.updatedAt),
    version: row.version,
  }
}

function whereOf(scope: Scope, { search, company_id, trigger, active }: DiscountFilter): RawBuilder<boolean> {
  const where = [
    sql`d.deleted_at is null`,
    sql`${ofCompanies(scope, 'd.company_id')}`,
    ...(company_id === undefined ? [] : [sql`d.company_id = ${company_id}`]),
    ...(trigger === undefined ? [] : [sql`d.trigger = ${trigger}`]),
    ...(active === undefined ? [] : [sql`d.is_active = ${active === '1'}`]),
    ...searchTerms(search ?? '').map(
      (word) => sql`search_fold(concat_ws(' ', d.name, d.code)) like search_fold(${`%${word}%`})`,
    ),
  ]
  return sql<boolean>`${sql.join(where, sql` and `)}`
}

/** Splits typed text into terms with wildcards escaped. */
function searchTerms(search: string): string[] {
  return search
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/[\\%_]/g, '\\$&'))
}

function orderOf(sort: DiscountSort): RawBuilder<unknown> {
  const way = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`
  const by: Record<string, RawBuilder<unknown>> = {
    name: sql`search_fold(d.name) ${way}`,
    trigger: sql`d.trigger ${way}`,
    value: sql`d.hundredths ${way}`,
    valid_to: sql`d.valid_to ${way}`,
    uses_count: sql`"usesCount" ${way}`,
    is_active: sql`d.is_active ${way}`,
  }
  return sql`${by[sort.replace('-', '')] ?? sql`d.name`}, d.id`
}
