import { DOCUMENTS_WARN_DAYS } from '@dispecerat/domain/fleet/driver-documents'
import { type PeopleType, ROLES_OF_TYPE } from '@dispecerat/domain/identity/role-grants'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'
import { asText, byNumber, hasSign, namedLike } from './user-rows.views.ts'

type Sql = RawBuilder<unknown>

export interface PeopleFilter {
  type: PeopleType
  search?: string | undefined
  state?: 'active' | 'deactivated' | 'banned' | undefined
  companyId?: CompanyId | undefined
  papers?: 'expired' | 'ending' | undefined
  /** 'name' or '-name'. */
  sort?: string | undefined
}

export const MAX_COUNTED = 10_000

/** id, name and sort key of the people of a list, in its order; `page` null = all of them. */
export function foundPeople(
  scope: Scope,
  filter: PeopleFilter,
  { now, page }: { now: Date; page: { offset: number; limit: number } | null },
): Sql {
  const { key, isDown } = orderOf(filter)
  const down = isDown ? sql`desc` : sql`asc`
  return sql`
    select id, name, row_number() over () as place from (
      select users.id, ${nameOf(filter)} as name from ${sourceOf(filter)}
      where ${sql.join(conditionsOf(scope, filter, now), sql` and `)}
      order by ${key} ${down}, users.id ${down}
      ${page === null ? sql`` : sql`limit ${page.limit} offset ${page.offset}`}
    ) as page`
}

/** Counts the people, up to one more than the displayed maximum. */
export function countedPeople(scope: Scope, filter: PeopleFilter, now: Date): RawBuilder<{ n: number }> {
  return sql<{ n: number }>`select count(*)::int as n from (
    select 1 from ${sourceOf(filter)} where ${sql.join(conditionsOf(scope, filter, now), sql` and `)}
    limit ${MAX_COUNTED + 1}) as counted`
}

const isClients = ({ type }: PeopleFilter) => type === 'client'

function nameOf(filter: PeopleFilter): Sql {
  return isClients(filter) ? sql`cc.name` : sql`users.name`
}

function sourceOf(filter: PeopleFilter): Sql {
  if (isClients(filter)) return sql`company_clients as cc join users on users.id = cc.user_id`
  if (filter.type !== 'driver') return sql`users`
  return sql`users
    left join driver_status as status on status.driver_id = users.id
    left join driver_papers as papers on papers.driver_id = users.id
    left join driver_cars as own on own.driver_id = users.id and own.is_default
    left join cars on cars.id = own.car_id and cars.deleted_at is null`
}

/** The last time a person was at the console, or a driver's phone reported its state or position. */
export const LAST_SEEN = sql<Date | null>`greatest(users.last_seen_at,
  (select max(devices.last_seen_at) from devices where devices.user_id = users.id),
  (select recorded_at from driver_last_positions where driver_id = users.id))`

function orderOf(filter: PeopleFilter): { key: Sql; isDown: boolean } {
  const { sort = isClients(filter) ? '-id' : 'name' } = filter
  const isDown = sort.startsWith('-')
  const written = isClients(filter) ? 'cc' : 'users'
  const keys: Record<string, Sql> = {
    id: sql`users.id`,
    // Call signs are sorted as numbers: 9 before 10.
    identifier: sql`lpad(lower(${sql.ref(`${written}.identifier`)}), 20)`,
    phone: sql`users.phone`,
    email: sql.ref(`${written}.email`),
    ...(isClients(filter) ? {} : { last_seen_at: LAST_SEEN }),
    ...(filter.type === 'driver' ? DRIVER_KEYS : {}),
  }
  return { key: keys[sort.replace('-', '')] ?? sql`search_fold(${nameOf(filter)})`, isDown }
}

const DRIVER_KEYS: Record<string, Sql> = {
  indicativ: sql`lpad(lower(cars.indicativ), 20)`,
  balance: sql`status.balance_bani`,
  licence_until: sql`papers.licence_until`,
  attestation_until: sql`papers.attestation_until`,
}

function conditionsOf(scope: Scope, filter: PeopleFilter, now: Date): Sql[] {
  const companies = companiesOf(scope, filter)
  return [
    ...(isClients(filter) ? clientsOf(companies) : [sql`users.deleted_at is null`, ...staffOf(companies, filter)]),
    ...stateOf(filter, now),
    ...documentsOf(filter, now),
    ...(filter.search ? [sql`users.id in (${matching(companies, filter, filter.search)})`] : []),
  ]
}

function companiesOf({ companies }: Scope, { companyId }: PeopleFilter): 'every' | CompanyId[] {
  if (companyId === undefined) return companies === 'every' ? 'every' : [...companies]
  return companies === 'every' || companies.includes(companyId) ? [companyId] : []
}

/** A client of several companies is listed once, as the first of them knows them. */
function clientsOf(companies: 'every' | CompanyId[]): Sql[] {
  if (companies !== 'every' && companies.length === 1) return [sql`cc.company_id = ${companies[0]}`]
  const within = (column: Sql) => (companies === 'every' ? sql`true` : sql`${column} = any(${companies}::bigint[])`)
  return [
    within(sql`cc.company_id`),
    sql`not exists (select from company_clients as earlier where earlier.user_id = cc.user_id
      and earlier.company_id < cc.company_id and ${within(sql`earlier.company_id`)})`,
  ]
}

function staffOf(companies: 'every' | CompanyId[], { type }: PeopleFilter): Sql[] {
  const roles = [...ROLES_OF_TYPE[type]]
  return [
    sql`exists (select from user_roles as held where held.user_id = users.id and held.role = any(${roles}::text[]))`,
    ...(companies === 'every'
      ? []
      : [
          sql`users.id in (select user_id from user_companies where company_id = any(${companies}::bigint[])
            union all select user_id from protocol_companies where company_id = any(${companies}::bigint[]))`,
        ]),
  ]
}

function stateOf({ type, state }: PeopleFilter, now: Date): Sql[] {
  if (type === 'client') return state === undefined ? [] : [STATES_OF_CLIENTS[state]]
  if (state === 'deactivated') return [sql`not users.is_active`]
  if (state === 'banned') return [sql`users.is_active and users.ban_until >= ${now}`]
  return state === 'active' ? [sql`users.is_active and (users.ban_until is null or users.ban_until < ${now})`] : []
}

/** Clients cannot be banned; a company closes its own. */
const STATES_OF_CLIENTS = { active: sql`cc.is_active`, deactivated: sql`not cc.is_active`, banned: sql`false` } as const

function documentsOf({ type, papers: documents }: PeopleFilter, now: Date): Sql[] {
  if (documents === undefined || type !== 'driver') return []
  const today = bucharestDay(now)
  const first = sql`least(papers.licence_until, papers.attestation_until)`
  return documents === 'expired'
    ? [sql`${first} < ${today}::date`]
    : [sql`${first} between ${today}::date and ${today}::date + ${DOCUMENTS_WARN_DAYS}::int`]
}

/** The people that match the search text. Each way has an index of its own, which an "or" over two tables would not use. */
function matching(companies: 'every' | CompanyId[], filter: PeopleFilter, search: string): Sql {
  if (isClients(filter)) return matchingClients(companies, search)
  const named = sql`(select users.id from users where ${namedLike(sql`users.name`, search)})`
  const mail = sql`(select users.id from users where users.email::text ilike ${`%${asText(search)}%`})`
  const numbers = byNumber(search, sql`users.identifier`).map((way) => sql`(select users.id from users where ${way})`)
  const sign = filter.type === 'driver' ? [sql`(select users.id from users where ${hasSign(search)})`] : []
  return sql.join([named, mail, ...numbers, ...sign], sql` union `)
}

/** Names that another company or the account of the phone's user has do not match here. */
function matchingClients(companies: 'every' | CompanyId[], search: string): Sql {
  const ours = ofCompanies({ companies }, 'known.company_id')
  const [code, ...phone] = byNumber(search, sql`known.identifier`)
  const written = [namedLike(sql`known.name`, search), sql`known.email::text ilike ${`%${asText(search)}%`}`, code]
  const clients = sql`select known.user_id from company_clients as known`
  return sql.join(
    [
      ...written.map((way) => sql`(${clients} where ${ours} and ${way})`),
      ...phone.map((way) => sql`(${clients} join users on users.id = known.user_id where ${ours} and ${way})`),
    ],
    sql` union `,
  )
}
