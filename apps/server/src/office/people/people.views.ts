import type { PersonRow } from '@dispecerat/contract/office/people'
import { isBanned } from '@dispecerat/domain/fleet/ban'
import { documentsState } from '@dispecerat/domain/fleet/driver-documents'
import type { Role } from '@dispecerat/domain/identity/permissions'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { asId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'
import { companyNames } from './company-names.store.ts'
import { countedPeople, foundPeople, LAST_SEEN, MAX_COUNTED, type PeopleFilter } from './people-found.views.ts'

interface PeoplePage {
  data: PersonRow[]
  meta: { total: number; total_is_capped: boolean; page: number; per_page: number }
}

/** One page of a list of people, as the actor's companies know them. */
export async function peoplePage(
  db: Db,
  scope: Scope,
  filter: PeopleFilter,
  { now, page, perPage }: { now: Date; page: number; perPage: number },
): Promise<PeoplePage> {
  const found = foundPeople(scope, filter, { now, page: { offset: (page - 1) * perPage, limit: perPage } })
  const [{ rows }, counted] = await Promise.all([
    rowsOf(scope, filter, found).execute(db),
    countedPeople(scope, filter, now).execute(db),
  ])
  const n = counted.rows[0]?.n ?? 0
  const total = { total: Math.min(n, MAX_COUNTED), total_is_capped: n > MAX_COUNTED }
  return { data: rows.map((row) => asPersonRow(row, now)), meta: { ...total, page, per_page: perPage } }
}

/** All rows, for a file that reads them through a cursor. */
export function everybodyFound(scope: Scope, filter: PeopleFilter, now: Date): RawBuilder<PersonDbRow> {
  return rowsOf(scope, filter, foundPeople(scope, filter, { now, page: null }))
}

function rowsOf(scope: Scope, { type }: PeopleFilter, found: RawBuilder<unknown>): RawBuilder<PersonDbRow> {
  return type === 'client' ? clientRows(scope, found) : peopleRows(scope, found)
}

interface PlacedCompany {
  id: number
  name: string
  type: string
  lat: number | null
  lng: number | null
}

/** The companies of a scope, by name. */
export async function companiesOf(db: Db, { companies }: Scope): Promise<PlacedCompany[]> {
  return db
    .selectFrom('companies')
    .select(['id', 'name', 'type', 'lat', 'lng'])
    .where('deleted_at', 'is', null)
    .$if(companies !== 'every', (query) =>
      query.where('id', 'in', companies === 'every' ? [] : [asId(0), ...companies]),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export interface PersonDbRow {
  id: number
  identifier: string | null
  name: string | null
  phone: string | null
  email: string | null
  roles: Role[]
  companies: PersonRow['companies']
  is_active: boolean
  ban_until: Date | null
  ban_reason: string | null
  last_seen_at: Date | null
  created_at: Date
  indicativ: string | null
  balance_bani: number | null
  licence_until: string | null
  attestation_until: string | null
  orders_count: number | null
  about: string | null
}

/** Accounts of users who work for a company or have a contract. `found`: id, name and sort key. */
export function peopleRows(scope: Scope, found: RawBuilder<unknown>): RawBuilder<PersonDbRow> {
  const companies = sql`select company_id from user_companies where user_id = users.id
    union select company_id from protocol_companies where user_id = users.id`
  return sql<PersonDbRow>`
    select users.id, users.identifier, found.name, users.phone, users.email::text as email,
      array(select role from user_roles where user_id = users.id order by role) as roles,
      ${companyNames(scope, companies)} as companies,
      users.is_active, users.ban_until, users.ban_reason, ${LAST_SEEN} as last_seen_at, users.created_at,
      cars.indicativ, status.balance_bani, papers.licence_until, papers.attestation_until,
      null::int as orders_count, null::text as about
    from (${found}) as found
    join users on users.id = found.id
    left join driver_status as status on status.driver_id = users.id
    left join driver_papers as papers on papers.driver_id = users.id
    left join driver_cars as own on own.driver_id = users.id and own.is_default
    left join cars on cars.id = own.car_id and cars.deleted_at is null
    order by found.place`
}

/** Clients as the first company of the scope knows them. Of the phone's user only the phone is read. */
export function clientRows(scope: Scope, found: RawBuilder<unknown>): RawBuilder<PersonDbRow> {
  const companies = sql`select company_id from company_clients where user_id = found.id`
  return sql<PersonDbRow>`
    select found.id, known.identifier, found.name, users.phone, known.email::text as email, array['client'] as roles,
      ${companyNames(scope, companies)} as companies,
      known.is_active, null::timestamptz as ban_until, null::text as ban_reason, null::timestamptz as last_seen_at,
      known.created_at, null::text as indicativ, null::bigint as balance_bani, null::text as licence_until,
      null::text as attestation_until,
      (select count(*)::int from orders where orders.client_id = found.id and orders.placed_at is not null
        and orders.deleted_at is null and ${ofCompanies(scope, 'orders.created_by_company_id')}) as orders_count,
      known.about
    from (${found}) as found
    join users on users.id = found.id
    join lateral (
      select * from company_clients where user_id = found.id and ${ofCompanies(scope)} order by company_id limit 1
    ) as known on true
    order by found.place`
}

export function asPersonRow(row: PersonDbRow, now: Date): PersonRow {
  const { is_active, ban_until, balance_bani, ...plain } = row
  const banned = isBanned(ban_until, now)
  const drives = row.roles.includes('driver')
  const documents = { licenceUntil: row.licence_until, attestationUntil: row.attestation_until }
  return {
    ...plain,
    state: !is_active ? 'deactivated' : banned ? 'banned' : 'active',
    ban_until: banned && ban_until ? toWireTime(ban_until) : null,
    ban_reason: banned ? row.ban_reason : null,
    last_seen_at: row.last_seen_at && toWireTime(row.last_seen_at),
    created_at: toWireTime(row.created_at),
    balance: balance_bani === null ? null : ronFromBani(balance_bani),
    papers: drives ? documentsState(documents, bucharestDay(now)) : null,
  }
}
