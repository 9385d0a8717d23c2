import type { UserRow } from '@dispecerat/contract/office/users'
import { isBanned } from '@dispecerat/domain/fleet/ban'
import type { Role } from '@dispecerat/domain/identity/permissions'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { companyNames } from './company-names.store.ts'

type Sql = RawBuilder<unknown>

const MAX_COUNTED = 10_000

export interface UserFilter {
  roles: readonly Role[]
  search?: string
  /** Prefix of the short code. */
  identifier?: string
  companyId?: CompanyId
  ids?: readonly number[]
}

interface UserPage {
  data: UserRow[]
  meta: { total: number; total_is_capped: boolean; page: number; per_page: number }
}

/** People and accounts of the actor's companies, by name; clients as their company knows them, whoever has their phone. */
export async function userPage(
  db: Db,
  actor: Actor,
  filter: UserFilter,
  { page, perPage, now }: { page: number; perPage: number; now: Date },
): Promise<UserPage> {
  const found = sql`(${staffOf(actor.scope, filter)} union ${clientsOf(actor.scope, filter)})`
  // A colleague who is also a client is listed once, as a colleague.
  const people = sql`select distinct on (id) * from ${found} as found order by id, works desc, company_id`
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      select page.id, case when page.works then users.identifier else known.identifier end as identifier, page.name, users.phone,
        case when page.works then users.email else known.email end as email,
        case when page.works then array(select role from user_roles where user_id = users.id order by role)
          else array['client'] end as roles,
        case when page.works then cars.indicativ end as indicativ,
        case when page.works and cars.id is not null then json_build_object('indicativ', cars.indicativ) end as default_car,
        case when page.works then ${companyNames(actor.scope, WORKS_FOR)} else ${companyNames(actor.scope, KNOWN_TO)} end
          as companies,
        case when page.works then users.ban_until end as ban_until, case when page.works then users.ban_reason end as ban_reason
      from (
        select * from (${people}) as people order by search_fold(name) nulls last, id
        limit ${perPage} offset ${(page - 1) * perPage}
      ) as page
      join users on users.id = page.id
      left join company_clients known on not page.works and known.user_id = page.id and known.company_id = page.company_id
      left join driver_cars own on own.driver_id = users.id and own.is_default
      left join cars on cars.id = own.car_id and cars.deleted_at is null
      order by search_fold(page.name) nulls last, page.id
    `.execute(db),
    sql<{ n: number }>`select count(distinct id) as n from ${found} as found`.execute(db),
  ])
  const n = counted.rows[0]?.n ?? 0
  const total = { total: Math.min(n, MAX_COUNTED), total_is_capped: n > MAX_COUNTED }
  return { data: rows.map((row) => seenBy(actor, withBan(row, now))), meta: { ...total, page, per_page: perPage } }
}

type Row = Omit<UserRow, 'ban_until'> & { ban_until: Date | null }

/** An expired ban is left out. */
function withBan({ ban_until: until, ban_reason: reason, ...row }: Row, now: Date): UserRow {
  const banned = isBanned(until, now)
  return { ...row, ban_until: banned && until ? toWireTime(until) : null, ban_reason: banned ? reason : null }
}

const WORKS_FOR = sql`select company_id from user_companies where user_id = page.id
  union select company_id from protocol_companies where user_id = page.id`
const KNOWN_TO = sql`select company_id from company_clients where user_id = page.id`

const COLLEAGUES: readonly Role[] = ['admin', 'company_admin', 'dispatcher']

/** A user who is only a client is read through the company that has the client. */
const WORKING: readonly Role[] = ['admin', 'company_admin', 'dispatcher', 'driver', 'company']

/** A dispatcher reads drivers, clients and accounts; of colleagues only their name and role. */
function seenBy({ roles }: Actor, row: UserRow): UserRow {
  const manages = roles.includes('admin') || roles.includes('company_admin')
  const isColleague = row.roles.some((role) => COLLEAGUES.includes(role))
  return manages || !isColleague ? row : { ...row, phone: null, email: null, ban_until: null, ban_reason: null }
}

function staffOf(scope: Scope, filter: UserFilter): Sql {
  const { roles, search } = filter
  const companies = companiesOf(scope, filter)
  const where = [
    sql`users.deleted_at is null`,
    ...common(filter, sql`users.identifier`),
    ...(companies === 'every'
      ? [sql`users.id in (select user_id from user_roles where role = any(${[...WORKING]}::text[]))`]
      : [
          // A protocol account belongs to the company of its contract.
          sql`users.id in (select user_id from user_companies where company_id = any(${companies}::bigint[])
            union all select user_id from protocol_companies where company_id = any(${companies}::bigint[]))`,
        ]),
    ...(roles.length > 0
      ? [sql`exists (select from user_roles r where r.user_id = users.id and r.role = any(${[...roles]}::text[]))`]
      : []),
    ...(search
      ? [
          anyOf([
            namedLike(sql`users.name`, search),
            hasMail(search),
            hasSign(search),
            ...byNumber(search, sql`users.identifier`),
          ]),
        ]
      : []),
  ]
  return sql`(select users.id, users.name, true as works, null::bigint as company_id from users where ${sql.join(where, sql` and `)} order by users.id limit ${MAX_COUNTED + 1})`
}

/** Half a million clients are searched by a name's trigrams or a number's prefix, newest first, so that the whole table is never read. */
function clientsOf(scope: Scope, filter: UserFilter): Sql {
  const { roles, search } = filter
  const companies = companiesOf(scope, filter)
  if (roles.length > 0 && !roles.includes('client')) {
    return sql`(select null::bigint as id, null::text as name, false as works, null::bigint as company_id where false)`
  }
  const base = [
    ...common(filter, sql`cc.identifier`),
    ...(companies === 'every' ? [] : [sql`cc.company_id = any(${companies}::bigint[])`]),
  ]
  const ways = search ? [namedLike(sql`cc.name`, search), ...byNumber(search, sql`cc.identifier`)] : [sql`true`]
  const arms = ways.map(
    (
      way,
    ) => sql`(select cc.user_id as id, cc.name, false as works, cc.company_id from company_clients cc join users on users.id = cc.user_id
      where ${sql.join([...base, way], sql` and `)} order by cc.user_id desc limit ${MAX_COUNTED + 1})`,
  )
  return sql`(${sql.join(arms, sql` union `)})`
}

function common({ ids, identifier }: UserFilter, code: Sql): Sql[] {
  return [
    ...(ids === undefined ? [] : [sql`users.id = any(${[...ids]}::bigint[])`]),
    ...(identifier ? [codeBegins(identifier, code)] : []),
  ]
}

function companiesOf({ companies }: Scope, { companyId }: UserFilter): 'every' | number[] {
  if (companyId === undefined) return companies === 'every' ? 'every' : [...companies]
  return companies === 'every' || companies.includes(companyId) ? [companyId] : []
}

export function namedLike(name: Sql, search: string): Sql {
  const searchTerms = search.split(/\s+/).filter((word) => word !== '')
  return sql`(${sql.join(
    searchTerms.map((word) => sql`search_fold(${name}) like search_fold(${`%${asText(word)}%`})`),
    sql` and `,
  )})`
}

/** Matches a phone by its prefix in any spelling, and a short code, which is in the column `code`. */
export function byNumber(search: string, code: Sql): Sql[] {
  const digits = search.replace(/[\s().+-]/g, '')
  const isPhone = /^\d{4,15}$/.test(digits)
  const national = digits.replace(/^(00)?40|^0/, '')
  return [codeBegins(search, code), ...(isPhone ? [sql`users.phone like ${`+40${national}%`}`] : [])]
}

function codeBegins(typed: string, code: Sql): Sql {
  return sql`lower(${code}) like ${`${asText(typed.toLowerCase())}%`} and ${code} is not null`
}

function hasMail(search: string): Sql {
  return sql`users.email ilike ${`%${asText(search)}%`}`
}

/** Matches drivers by the call sign of their car. */
export function hasSign(search: string): Sql {
  return sql`exists (select from driver_cars dc join cars on cars.id = dc.car_id
    where dc.driver_id = users.id and dc.is_default and cars.deleted_at is null and cars.indicativ ilike ${asText(search)})`
}

function anyOf(conditions: readonly Sql[]): Sql {
  return sql`(${sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` or `,
  )})`
}

/** Escapes the typed text, so that it is not a pattern. */
export function asText(typed: string): string {
  return typed.replace(/[\\%_]/g, '\\$&')
}
