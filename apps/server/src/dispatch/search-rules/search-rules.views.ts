import type { SearchInterval, SearchMethod, WireStep } from '@dispecerat/contract/dispatch/search-rules'
import { type StoredStep, stepFromWire, stepToWire } from '@dispecerat/contract/dispatch/search-steps'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

interface IntervalRow {
  id: number
  searchMethodId: number | null
  companyId: CompanyId
  name: string | null
  type: 'weekdays' | 'custom'
  timeFrom: string
  timeTo: string
  selectedDay: number | null
  customDay: string | null
  items: StoredStep[] | null
  version: number
  methodVersion: number | null
  updatedAt: Date | null
  updatedById: number | null
  updatedByName: string | null
}

/** A company's existing intervals in order of precedence. */
export function intervalViews(db: Db, companyId: CompanyId): Promise<SearchInterval[]> {
  return viewsWhere(db, sql<boolean>`rule.company_id = ${companyId}`)
}

export async function intervalView(db: Db, id: number): Promise<SearchInterval> {
  const [view] = await viewsWhere(db, sql<boolean>`rule.id = ${id}`)
  if (!view) throw new DomainError('search_interval.unknown')
  return view
}

async function viewsWhere(db: Db, condition: RawBuilder<boolean>): Promise<SearchInterval[]> {
  const { rows } = await sql<IntervalRow>`
    select rule.id, rule.search_method_id as "searchMethodId", rule.company_id as "companyId", rule.name, rule.type,
      rule.time_from as "timeFrom", rule.time_to as "timeTo", rule.selected_day as "selectedDay",
      rule.custom_day as "customDay", method.definitions -> 'items' as items, rule.version,
      method.version as "methodVersion", greatest(rule.updated_at, method.updated_at) as "updatedAt",
      editor.id as "updatedById", editor.name as "updatedByName"
    from search_intervals rule
    left join search_methods method on method.id = rule.search_method_id
    left join users editor on editor.id =
      case when rule.updated_at >= method.updated_at or method.id is null then rule.updated_by else method.updated_by end
    where rule.deleted_at is null and ${condition}
    order by rule.sort_order, rule.id
  `.execute(db)
  return rows.map(intervalToView)
}

function intervalToView(row: IntervalRow): SearchInterval {
  return {
    id: row.id,
    search_method_id: row.searchMethodId,
    company_id: row.companyId,
    name: row.name,
    type: row.type,
    value: {
      time_from: row.timeFrom,
      time_to: row.timeTo,
      selected_day: row.selectedDay,
      custom_day: row.customDay,
    },
    definitions: { items: wholeItems(row.items) },
    version: row.version,
    method_version: row.methodVersion,
    updated_at: row.updatedAt ? toWireTime(row.updatedAt) : null,
    updated_by: row.updatedById === null ? null : { id: row.updatedById, name: row.updatedByName },
  }
}

/** Steps stored by an older version are completed with defaults. */
function wholeItems(items: StoredStep[] | null): WireStep[] {
  return (items ?? []).map((item) => stepToWire(stepFromWire(item)))
}

interface MethodRow {
  id: number
  companyId: CompanyId
  items: StoredStep[] | null
  version: number
  updatedAt: Date
  updatedById: number | null
  updatedByName: string | null
}

/** Throws `search_method.unknown` for another company's method too. */
export async function methodView(db: Db, scope: Scope, id: number): Promise<SearchMethod> {
  const { rows } = await sql<MethodRow>`
    select method.id, method.company_id as "companyId", method.definitions -> 'items' as items, method.version,
      method.updated_at as "updatedAt", editor.id as "updatedById", editor.name as "updatedByName"
    from search_methods method left join users editor on editor.id = method.updated_by
    where method.id = ${id} and ${ofCompanies(scope, 'method.company_id')}
  `.execute(db)
  const row = rows[0]
  if (!row) throw new DomainError('search_method.unknown')
  return {
    id: row.id,
    company_id: row.companyId,
    definitions: { items: wholeItems(row.items) },
    version: row.version,
    updated_at: toWireTime(row.updatedAt),
    updated_by: row.updatedById === null ? null : { id: row.updatedById, name: row.updatedByName },
  }
}
