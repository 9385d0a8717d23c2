import type { Interlocutor } from '@dispecerat/contract/office/messages'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'
import { isAccountAlone } from './messages.store.ts'
import { messageViews, type PageOf } from './messages.views.ts'

const MAX_COUNTED = 100

type Joined = 'interlocutor_id' | 'last_message' | 'last_message_at' | 'has_unread'

interface Row extends Omit<Interlocutor, Joined> {
  last_message_id: number | null
}

/**
 * Conversation partners of the actor and their companies, newest first. A search also finds drivers and accounts without a conversation.
 */
export async function interlocutorPage(
  db: Db,
  actor: Actor,
  search: string | undefined,
  { page, perPage }: PageOf,
): Promise<{ data: Interlocutor[]; total: number }> {
  const from = search
    ? sql`(${talksOf(actor)} union all ${driversUnspokenTo(actor.scope)} union all ${accountsUnspokenTo(actor.scope)})`
    : sql`(${talksOf(actor)})`
  const found = sql`
    select talks.*, person.* from ${from} as talks
    cross join lateral (${personOf()}) as person
    where ${search ? likeSearch(search) : sql`true`}`
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      select found.id, found.kind, found.company_id, found.name, found.indicativ, found.identifier, found.phone, found.email,
        found.last_message_id,
        (${unreadOf(actor)}) as unread_count
      from (${found} order by last_at desc nulls last, person_id limit ${perPage} offset ${(page - 1) * perPage}) as found
      order by found.last_at desc nulls last, found.person_id
    `.execute(db),
    sql<{ n: number }>`select count(*) as n from (${found}) as found`.execute(db),
  ])
  return { data: await withLast(db, rows), total: Number(counted.rows[0]?.n ?? 0) }
}

/** One person for the head of the panel. The caller has already checked that the person is in the actor's scope. */
export async function interlocutorView(
  db: Db,
  actor: Actor,
  about: { userId: UserId; companyId: CompanyId | null; conversationId: number | null },
): Promise<Interlocutor | null> {
  const { rows } = await sql<Row>`
    select found.id, found.kind, found.company_id, found.name, found.indicativ, found.identifier, found.phone, found.email,
        found.last_message_id,
      (${unreadOf(actor)}) as unread_count
    from (
      select talks.*, person.* from (
        select ${about.userId}::bigint as person_id, ${about.companyId}::bigint as company_id,
          ${about.conversationId}::bigint as conversation_id,
          (select last_message_id from conversations where id = ${about.conversationId}) as last_message_id,
          null::timestamptz as last_at
      ) as talks cross join lateral (${personOf()}) as person
    ) as found
  `.execute(db)
  const [view] = await withLast(db, rows)
  return view ?? null
}

/** Unread messages to the actor or to the inbox of the actor's companies. */
export async function unreadCount(db: Db, actor: Actor): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum((${unreadOf(actor)})), 0) as n from (${talksOf(actor)}) as found
    where found.last_inbound_id > found.my_read_to or found.last_inbound_id = 0
  `.execute(db)
  return Number(rows[0]?.n ?? 0)
}

/** Only conversations that can be opened: people who left the company, and closed accounts, are neither listed nor counted as unread. */
function talksOf({ scope, userId }: Actor): RawBuilder<unknown> {
  const { companies } = scope
  const ours = ofCompanies({ companies }, 'c.company_id')
  const high = sql.ref('c.high_user_id')
  const low = sql.ref('c.low_user_id')
  const columns = sql`c.id as conversation_id, c.company_id, c.last_message_id, c.last_at, c.last_inbound_id,
    coalesce((select read_to from conversation_reads r where r.conversation_id = c.id and r.user_id = ${userId}), 0)
      as my_read_to`
  return sql`
    select c.interlocutor_id as person_id, ${columns} from conversations c
    where c.interlocutor_id is not null and c.last_at is not null and ${ours} and ${isOfItsCompany()}
    union all
    select ${high}, ${columns} from conversations c
    where c.low_user_id = ${userId} and c.last_at is not null and ${isColleague(high, scope)}
    union all
    select ${low}, ${columns} from conversations c
    where c.high_user_id = ${userId} and c.last_at is not null and ${isColleague(low, scope)}`
}

/** The other side is still a driver, an account or a client of the company of `c`, by the same rule as `findReceiver`. */
function isOfItsCompany(): RawBuilder<unknown> {
  const of = (table: string, person: string) => sql`exists (select from ${sql.table(table)} as known
    where known.${sql.ref(person)} = c.interlocutor_id and known.company_id = c.company_id)`
  return sql`(${of('company_clients', 'user_id')}
    or ((${of('driver_status', 'driver_id')} or ${of('protocol_companies', 'user_id')})
      and exists (select from users where id = c.interlocutor_id and deleted_at is null)))`
}

/** Works in one of the companies or is an administrator of the platform. A colleague who also drives is addressed as a driver. */
function isColleague(personId: RawBuilder<unknown>, scope: Scope): RawBuilder<unknown> {
  const ours = ofCompanies(scope)
  return sql`exists (select from users where id = ${personId} and deleted_at is null)
    and (exists (select from user_companies where user_id = ${personId} and ${ours})
      or exists (select from user_roles where user_id = ${personId} and role = 'admin'))
    and not exists (select from driver_status where driver_id = ${personId} and ${ours})`
}

function driversUnspokenTo(scope: Scope): RawBuilder<unknown> {
  const ours = ofCompanies(scope, 'ds.company_id')
  return sql`
    select ds.driver_id, null::bigint, ds.company_id, null::bigint, null::timestamptz, 0, 0
    from driver_status ds
    where ${ours} and not exists (
      select from conversations c
      where c.interlocutor_id = ds.driver_id and c.company_id = ds.company_id and c.last_at is not null
    )`
}

function accountsUnspokenTo(scope: Scope): RawBuilder<unknown> {
  const ours = ofCompanies(scope, 'p.company_id')
  return sql`
    select p.user_id, null::bigint, p.company_id, null::bigint, null::timestamptz, 0, 0
    from protocol_companies p
    where ${ours} and ${isAccountAlone(sql.ref('p.user_id'))} and not exists (
      select from conversations c
      where c.interlocutor_id = p.user_id and c.company_id = p.company_id and c.last_at is not null
    )`
}

/**
 * Role of `talks.person_id` at the company. Clients have only the name that the company recorded, because the name of their account is not
 * the company's to read.
 */
function personOf(): RawBuilder<unknown> {
  return sql`
    select u.id, case
        when ds.driver_id is not null then 'driver'
        when contract.user_id is not null then 'account'
        when cc.user_id is not null then 'client'
        else 'colleague'
      end as kind,
      case when cc.user_id is not null then cc.name else u.name end as name, cars.indicativ,
      case when cc.user_id is not null then cc.identifier else u.identifier end as identifier,
      case when coalesce(ds.driver_id, cc.user_id, contract.user_id) is not null then u.phone end as phone,
      case when cc.user_id is not null then cc.email
        when coalesce(ds.driver_id, contract.user_id) is not null then u.email end::text as email
    from users u
    left join driver_status ds on ds.driver_id = u.id and ds.company_id = talks.company_id and u.deleted_at is null
    left join protocol_companies contract on contract.user_id = u.id and contract.company_id = talks.company_id
      and ds.driver_id is null and u.deleted_at is null and ${isAccountAlone(sql.ref('u.id'))}
    left join user_companies works on works.user_id = u.id and works.company_id = talks.company_id and u.deleted_at is null
    left join company_clients cc on cc.user_id = u.id and cc.company_id = talks.company_id
      and ds.driver_id is null and contract.user_id is null and works.user_id is null
    left join driver_cars own on own.driver_id = ds.driver_id and own.is_default
    left join cars on cars.id = coalesce(ds.current_car_id, own.car_id) and cars.deleted_at is null
    where u.id = talks.person_id and (u.deleted_at is null or cc.user_id is not null)`
}

function likeSearch(search: string): RawBuilder<unknown> {
  const text = search.replace(/[\\%_]/g, '\\$&')
  const digits = search.replace(/\D/g, '').replace(/^0/, '')
  return sql`(search_fold(person.name) like search_fold(${`%${text}%`}) or person.indicativ ilike ${`${text}%`}
    or (${digits.length} >= 3 and person.phone like ${`%${digits}%`}))`
}

/** Messages from before the user's account was created do not count as unread. */
function unreadOf({ userId }: Actor): RawBuilder<unknown> {
  return sql`
    select count(*)::int from (
      select from messages m
      where m.conversation_id = found.conversation_id and m.sender_id = found.person_id and not m.is_read
        and m.id > coalesce((
          select read_to from conversation_reads r where r.conversation_id = m.conversation_id and r.user_id = ${userId}
        ), 0)
        and m.created_at >= (select created_at from users where id = ${userId})
      limit ${MAX_COUNTED}
    ) as unread`
}

async function withLast(db: Db, rows: readonly Row[]): Promise<Interlocutor[]> {
  const ids = rows.flatMap(({ last_message_id }) => last_message_id ?? [])
  const last = new Map((await messageViews(db, ids)).map((view) => [view.id, view]))
  return rows.map(({ last_message_id, ...row }) => {
    const message = last.get(last_message_id ?? 0) ?? null
    return {
      ...row,
      interlocutor_id: row.id,
      last_message: message,
      last_message_at: message?.created_at ?? null,
      has_unread: row.unread_count > 0,
    }
  })
}
