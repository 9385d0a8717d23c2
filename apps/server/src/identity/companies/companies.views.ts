import { SETTINGS } from '@dispecerat/domain/identity/company-settings'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'
import { isOfferedBy } from './services-offered.store.ts'

const ROMANIAN = sql.raw('"und-x-icu"')

interface Named {
  id: number
  name: string
}

/** Partners of any company in scope; administrators see every company that is a partner of another. */
export async function partnerViews(db: Db, scope: Scope): Promise<(Named & { asked_by: number[] })[]> {
  const mine = ofCompanies(scope, 'p.mine')
  const { rows } = await sql<Named & { asked_by: number[] }>`
    select c.id, c.name, coalesce(array_agg(distinct p.mine) filter (
      where coalesce(settings.new_orders_ask_partners, ${SETTINGS.orders.new_orders_ask_partners.default})), '{}') as asked_by
    from (
      select company_id as mine, partner_company_id as theirs from company_partners where accepted_at is not null
      union all
      select partner_company_id, company_id from company_partners where accepted_at is not null
    ) p
    join companies c on c.id = p.theirs and c.deleted_at is null
    left join company_settings settings on settings.company_id = p.mine
    where ${mine}
    group by c.id
    order by c.name collate ${ROMANIAN}, c.id
  `.execute(db)
  return rows
}

/** Accounts with a running contract; a protocol company sees only itself. `today` is the day in Bucharest. */
export async function protocolCompanyViews(
  db: Db,
  { companies, ownUserId }: Scope,
  today: string,
): Promise<{ id: number; name: string | null }[]> {
  const { rows } = await sql<{ id: number; name: string | null }>`
    select u.id, u.name
    from protocol_companies p
    join users u on u.id = p.user_id and u.deleted_at is null
    where p.is_active and (p.contract_until is null or p.contract_until >= ${today}::date)
      and ${ofCompanies({ companies }, 'p.company_id')}
      and ${ownUserId === null ? sql`true` : sql`u.id = ${ownUserId}`}
    order by u.name collate ${ROMANIAN}, u.id
  `.execute(db)
  return rows
}

/** The services of the companies in scope: the platform's and their own. */
export async function serviceViews(db: Db, { companies }: Scope): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, name from services
    where ${companies === 'every' ? sql`is_active and deleted_at is null` : isOfferedBy(companies)}
    order by company_id is not null, sort_order, id
  `.execute(db)
  return rows
}

/** The options of the companies in scope, then the platform's, in their configured order. */
export async function orderOptionViews(
  db: Db,
  { companies }: Scope,
): Promise<{ key: string; name: string; service_ids: number[] }[]> {
  const { rows } = await sql<{ key: string; name: string; service_ids: number[] }>`
    select key, name, service_ids from order_options
    where is_active and deleted_at is null
      and ${companies === 'every' ? sql`true` : sql`(company_id is null or company_id = any(${companies}::bigint[]))`}
    order by company_id is null, sort_order, key
  `.execute(db)
  return rows
}
