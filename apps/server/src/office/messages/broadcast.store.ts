import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { HOME_PREFIXES } from '@dispecerat/domain/kernel/phone'
import { smsSize } from '@dispecerat/domain/office/sms-size'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'
import { hasClientApp } from './messages.store.ts'

export type Audience = 'drivers' | 'clients'

/** `takesSms` of packages/domain as SQL. */
const takesSms = (phone: RawBuilder<unknown>, prefixes: RawBuilder<unknown>) =>
  sql<boolean>`(${phone} ~ '^[+][0-9]{8,15}$' and (${phone} like '+407%' or ${phone} not like '+40%')
    and exists (select from unnest(${prefixes}) as prefix where starts_with(${phone}, prefix)))`

interface Selection {
  companies: Scope['companies']
  /** Cursor: only users with a greater id. */
  after?: number
  limit?: number
}

/**
 * The audience, one row per person, by user id. A client with the app reads the message there; others get an SMS if their phone takes one
 * and their country is allowed.
 */
const people = (audience: Audience, { companies, after = 0, limit }: Selection, now: Date) => {
  const ours = ofCompanies({ companies })
  const some = limit === undefined ? sql`` : sql`limit ${limit}`
  return audience === 'drivers'
    ? sql`select driver_id as user_id, company_id, null::text as phone, true as has_app, false as takes_sms
        from driver_status join users on users.id = driver_id
        where users.deleted_at is null and users.is_active and driver_id > ${after} and ${ours} order by driver_id ${some}`
    : sql`select person.user_id, person.company_id, person.phone, ${hasClientApp(sql.ref('person.user_id'), now)} as has_app,
          ${takesSms(sql.ref('person.phone'), sql`coalesce(companies.sms_prefixes, ${[...HOME_PREFIXES]}::text[])`)} as takes_sms
        from (
          select distinct on (user_id) user_id, company_id, users.phone
          from company_clients join users on users.id = user_id
          where users.phone is not null and user_id > ${after} and ${ours} order by user_id, company_id ${some}
        ) as person left join companies on companies.id = person.company_id order by person.user_id`
}

export interface CompanyAudience {
  companyId: CompanyId
  receivers: number
  /** Receivers who get an SMS. */
  bySms: number
  /** Clients without the app whose phone takes no SMS from this company, so that nothing would reach them. */
  leftOut: number
}

export async function audienceByCompany(
  db: Db | Tx,
  audience: Audience,
  { companies }: Pick<Scope, 'companies'>,
  now: Date,
): Promise<CompanyAudience[]> {
  const { rows } = await sql<CompanyAudience>`
    select company_id as "companyId", count(*) filter (where has_app or takes_sms)::int as receivers,
      count(*) filter (where takes_sms and not has_app)::int as "bySms",
      count(*) filter (where not (has_app or takes_sms))::int as "leftOut"
    from (${people(audience, { companies }, now)}) as people group by company_id order by company_id
  `.execute(db)
  return rows
}

export interface AudienceSize {
  receivers: number
  leftOut: number
}

export function sizeOf(counted: readonly CompanyAudience[]): AudienceSize {
  const sum = (of: (one: CompanyAudience) => number) => counted.reduce((total, one) => total + of(one), 0)
  return { receivers: sum((one) => one.receivers), leftOut: sum((one) => one.leftOut) }
}

/**
 * Takes a lock on the sender until the commit, so that two broadcasts at once cannot both pass the delay; returns the time of the last one,
 * null when there was none.
 */
export async function lastBroadcastAt(tx: Tx, senderId: UserId): Promise<Date | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`broadcast:${senderId}`}, 0))`.execute(tx)
  const row = await tx
    .selectFrom('broadcasts')
    .select('created_at')
    .where('sender_id', '=', senderId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

/** Share of one company: its wording of the SMS, and the SMS that are charged to its quota but not written yet. */
export interface Share {
  company_id: CompanyId
  text: string
  sms_left: number
}

/** SMS segments, as the network bills them. */
export function chargedSms({ text }: Pick<Share, 'text'>, messages: number): number {
  return messages * smsSize(text).segments
}

export interface Broadcast {
  audience: Audience
  senderId: UserId
  senderName: string | null
  title: string | null
  message: string
  receivers: number
  shares: readonly Share[]
}

export interface BroadcastRow extends Broadcast {
  id: string
  cursor: number
  done: number
  createdAt: Date
}

export async function insertBroadcast(tx: Tx, broadcast: Broadcast, now: Date): Promise<BroadcastRow> {
  const { audience, senderId, senderName, title, message, receivers, shares } = broadcast
  const { id } = await tx
    .insertInto('broadcasts')
    .values({
      sender_id: senderId,
      sender_name: senderName,
      audience,
      title,
      message,
      receivers,
      created_at: now,
      company_ids: shares.map(({ company_id }) => company_id),
      shares: JSON.stringify(shares),
      state: 'sending',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...broadcast, id, cursor: 0, done: 0, createdAt: now }
}

const BROADCAST = sql`id, audience, sender_id as "senderId", sender_name as "senderName", title, message, receivers, shares,
  cursor_user_id as cursor, done, created_at as "createdAt"`

/**
 * A broadcast that is being sent, FOR UPDATE SKIP LOCKED, so that nodes take different ones; the one with the fewest receivers done comes
 * first.
 */
export async function claimBroadcast(tx: Tx): Promise<BroadcastRow | null> {
  const { rows } = await sql<BroadcastRow>`
    select ${BROADCAST} from broadcasts where state = 'sending' order by done, created_at limit 1 for update skip locked
  `.execute(tx)
  return rows[0] ?? null
}

/** Only a broadcast whose companies are all in the scope, FOR UPDATE. */
export async function lockBroadcast(
  tx: Tx,
  { companies }: Scope,
  id: string,
): Promise<(BroadcastRow & { state: 'sending' | 'sent' | 'stopped' }) | null> {
  const mine = companies === 'every' ? sql`true` : sql`company_ids <@ ${[...companies]}::bigint[]`
  const { rows } = await sql<BroadcastRow & { state: 'sending' | 'sent' | 'stopped' }>`
    select ${BROADCAST}, state from broadcasts where id = ${id} and company_ids <> '{}' and ${mine} for update
  `.execute(tx)
  return rows[0] ?? null
}

export interface Written {
  receiver_id: UserId
  company_id: CompanyId
  outbox_id: number | null
}

/** Inserts one message for each of the next receivers in one statement; clients without an open app also get an SMS in the outbox. */
export async function writeSlice(
  tx: Tx,
  broadcast: BroadcastRow,
  limit: number,
  now: Date,
): Promise<{ read: number; last: UserId; written: Written[] }> {
  const { id, audience, senderId, senderName, title, message, shares, cursor } = broadcast
  const selection = { companies: shares.map(({ company_id }) => company_id), after: cursor, limit }
  const { rows } = await sql<{ read: number; last: number; written: Written[] | null }>`
    with next as materialized (${people(audience, selection, now)}),
    people as (select * from next where has_app or takes_sms),
    letters as (
      insert into outbox (company_id, kind, recipient, user_id, text, priority, due_at, created_at)
      select company_id, 'sms', phone, user_id, share.text, 2, ${now}, ${now}
      from people join jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) as share(company_id bigint, text text) using (company_id)
      where not has_app order by user_id
      returning id, user_id
    ),
    talks as (
      insert into conversations (company_id, interlocutor_id)
      select company_id, user_id from people order by company_id, user_id
      on conflict (company_id, interlocutor_id) where interlocutor_id is not null
      do update set company_id = excluded.company_id
      returning id, company_id, interlocutor_id
    ),
    written as (
      insert into messages (company_id, conversation_id, sender_id, receiver_id, sender_name, title, message, type,
        broadcast_id, outbox_id, created_at)
      select talks.company_id, talks.id, ${senderId}, talks.interlocutor_id, ${senderName}, ${title}, ${message}, 'broadcast',
        ${id}, letters.id, ${now}
      from talks left join letters on letters.user_id = talks.interlocutor_id
      returning receiver_id, company_id, outbox_id
    )
    select (select count(*)::int from next) as read, (select max(user_id) from next) as last,
      (select json_agg(written) from written) as written
  `.execute(tx)
  const [row] = rows
  return { read: row?.read ?? 0, last: asId(Number(row?.last ?? cursor)), written: row?.written ?? [] }
}

export async function saveSlice(
  tx: Tx,
  id: string,
  { cursor, done, shares, endedAt }: { cursor: UserId; done: number; shares: readonly Share[]; endedAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('broadcasts')
    .set({ cursor_user_id: cursor, done, shares: JSON.stringify(shares) })
    .$if(endedAt !== null, (query) => query.set({ state: 'sent', ended_at: endedAt, receivers: done }))
    .where('id', '=', id)
    .execute()
}

export async function saveStopped(tx: Tx, id: string, shares: readonly Share[], now: Date): Promise<void> {
  const columns = { state: 'stopped', ended_at: now, shares: JSON.stringify(shares) } as const
  await tx.updateTable('broadcasts').set(columns).where('id', '=', id).execute()
}
