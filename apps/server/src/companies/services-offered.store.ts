import { type RawBuilder, sql } from 'kysely'

/**
 * Is a row of `services` one that these companies offer: their own, or the platform's? The platform's basic services are
 * everybody's, another of its services only of companies of its package.
 */
export function isOfferedBy(companyIds: readonly number[]): RawBuilder<boolean> {
  const ids = sql`${[...companyIds]}::bigint[]`
  return sql<boolean>`(services.is_active and services.deleted_at is null and (services.company_id = any(${ids})
    or services.company_id is null and (services.package_id is null or services.package_id = services.id
      or services.package_id in (select package_id from companies where id = any(${ids})))))`
}
