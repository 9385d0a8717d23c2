import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'

/**
 * SQL condition: a row of `services` that these companies offer. The platform's basic services are offered by every company, its others
 * only by companies of their package, and a company's own only by itself.
 */
export function isOfferedBy(companyIds: readonly CompanyId[]): RawBuilder<boolean> {
  const ids = sql`${[...companyIds]}::bigint[]`
  return sql<boolean>`(services.is_active and services.deleted_at is null and (services.company_id = any(${ids})
    or services.company_id is null and (services.package_id is null or services.package_id = services.id
      or services.package_id in (select package_id from companies where id = any(${ids})))))`
}
