import type { Tariff as TariffView } from '@dispecerat/contract/orders/tariffs'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

type Money = 'start_fee' | 'per_km' | 'per_minute_wait' | 'min_cost'
type Row = Omit<TariffView, Money> & Record<`${Money}_bani`, number>

/** Sorted by company and then as services are listed; `companyId` null = all of the scope. */
export function tariffViews(db: Db, scope: Scope, companyId: CompanyId | null): Promise<TariffView[]> {
  return viewsWhere(
    db,
    sql<boolean>`${ofCompanies(scope)} and (${companyId}::bigint is null or company_id = ${companyId})`,
  )
}

/** Throws `tariff.unknown` for another company's and for a deleted one. */
export async function tariffView(db: Db, scope: Scope, id: number): Promise<TariffView> {
  const [tariff] = await viewsWhere(db, sql<boolean>`${ofCompanies(scope)} and id = ${id}`)
  if (!tariff) throw new DomainError('tariff.unknown')
  return tariff
}

async function viewsWhere(db: Db, condition: RawBuilder<boolean>): Promise<TariffView[]> {
  const { rows } = await sql<Row>`
    with chosen as (select * from tariffs where deleted_at is null and ${condition})
    select chosen.id, chosen.company_id, chosen.service_id, services.name as service_name, chosen.name,
      start_fee_bani, per_km_bani, per_minute_wait_bani, night_percent, night_from, night_to, min_cost_bani,
      chosen.version
    from chosen join services on services.id = chosen.service_id
    order by chosen.company_id, services.sort_order, chosen.service_id
  `.execute(db)
  return rows.map(({ start_fee_bani, per_km_bani, per_minute_wait_bani, min_cost_bani, ...row }) => ({
    ...row,
    start_fee: ronFromBani(start_fee_bani),
    per_km: ronFromBani(per_km_bani),
    per_minute_wait: ronFromBani(per_minute_wait_bani),
    min_cost: ronFromBani(min_cost_bani),
  }))
}
