import type { SearchInterval } from '@dispecerat/domain/dispatch/search-rules'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Existing intervals of each of the companies, in order of precedence. */
export async function intervalsOf(
  db: Db,
  companyIds: readonly CompanyId[],
): Promise<ReadonlyMap<number, readonly SearchInterval[]>> {
  const { rows } = await sql<SearchInterval & { companyId: CompanyId }>`
    select id, company_id as "companyId", search_method_id as "searchMethodId", type, time_from as "timeFrom",
      time_to as "timeTo", selected_day as "selectedDay", custom_day as "customDay"
    from search_intervals where deleted_at is null and company_id = any(${[...companyIds]}::bigint[])
    order by company_id, sort_order, id
  `.execute(db)
  const byCompany = new Map<number, SearchInterval[]>(companyIds.map((id) => [id, []]))
  for (const { companyId, ...interval } of rows) byCompany.get(companyId)?.push(interval)
  return byCompany
}
