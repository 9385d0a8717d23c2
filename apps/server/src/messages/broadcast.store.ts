import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../db/caller.ts'
import type { Db, Tx } from '../db/database.ts'
import { hasClientApp } from './messages.store.ts'

export type Audience = 'drivers' | 'clients'

/** The rule of the domain's `takesSms`, on a column. */
const takesSms = (phone: RawBuilder<unknown>) =>
  sql<boolean>`(${phone} like '+407%' or (${phone} not like '+40%' and ${phone} ~ '^[+][0-9]{8,15}$'))`

/** Who is meant, one row a person: who follows the app reads it there, others by SMS where their phone takes one. */
const people = (audience: Audience, { companies }: Pick<Scope, 'companies'>, now: Date) => {
  const ours = companies === 'every' ? sql`true` : sql`company_id = any(${[...companies]}::bigint[])`
  return audience === 'drivers'
    ? sql`select driver_id as user_id, company_id, null::text as phone, true as has_app, false as takes_sms
        from driver_status join users on users.id = driver_id
        where users.deleted_at is null and users.is_active and ${ours}`
    : sql`select distinct on (user_id) user_id, company_id, users.phone, ${hasClientApp(sql.ref('company_clients.user_id'), now)} as has_app,
          ${takesSms(sql.ref('users.phone'))} as takes_sms
        from company_clients join users on users.id = user_id
        where users.phone is not null and ${ours} order by user_id, company_id`
}

export interface AudienceSize {
  receivers: number
  /** A fixed telephone and no app: nothing would reach them. */
  leftOut: number
  /** Of the receivers. */
  companyIds: number[]
}

export async function audienceSize(db: Db | Tx, audience: Audience, scope: Scope, now: Date): Promise<AudienceSize> {
  const { rows } = await sql<{ receivers: number; left_out: number; company_ids: number[] | null }>`
    select count(*) filter (where has_app or takes_sms) as receivers,
      count(*) filter (where not (has_app or takes_sms)) as left_out,
      array_agg(distinct company_id) filter (where has_app or takes_sms) as company_ids
    from (${people(audience, scope, now)}) as people
  `.execute(db)
  const [counted] = rows
  return {
    receivers: Number(counted?.receivers ?? 0),
    leftOut: Number(counted?.left_out ?? 0),
    companyIds: counted?.company_ids ?? [],
  }
}

/** Holds the sender until the commit; when he last spoke to all, null for never. */
export async function lastBroadcastAt(tx: Tx, senderId: number): Promise<Date | null> {
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

export interface Broadcast {
  audience: Audience
  senderId: number
  senderName: string | null
  title: string | null
  message: string
  /** How each company words it in an SMS; receivers are of these companies. */
  wordings: ReadonlyMap<number, string>
}

/** One row of messages for each receiver, in a handful of statements; clients without an open app get an SMS besides. */
export async function insertBroadcast(
  tx: Tx,
  { audience, senderId, senderName, title, message, wordings }: Broadcast,
  now: Date,
): Promise<{ broadcastId: string; receivers: number; inAppIds: number[]; companyIds: number[] }> {
  const scope = { companies: [...wordings.keys()] }
  const worded = JSON.stringify([...wordings].map(([company_id, text]) => ({ company_id, text })))
  const { rows } = await sql<{
    receiver_id: number
    company_id: number
    broadcast_id: string
    outbox_id: number | null
  }>`
    with said as (
      insert into broadcasts (company_ids, sender_id, audience, message, receivers, created_at)
      values ('{}', ${senderId}, ${audience}, ${message}, 0, ${now}) returning id
    ),
    people as materialized (
      select * from (${people(audience, scope, now)}) as meant where has_app or takes_sms
    ),
    letters as (
      insert into outbox (company_id, kind, recipient, user_id, text, due_at, created_at)
      select company_id, 'sms', phone, user_id, worded.text, ${now}, ${now}
      from people join jsonb_to_recordset(${worded}::jsonb) as worded(company_id bigint, text text) using (company_id)
      where not has_app
      returning id, user_id
    ),
    talks as (
      insert into conversations (company_id, interlocutor_id)
      select company_id, user_id from people order by company_id, user_id
      on conflict (company_id, interlocutor_id) where interlocutor_id is not null
      do update set company_id = excluded.company_id
      returning id, company_id, interlocutor_id
    )
    insert into messages (company_id, conversation_id, sender_id, receiver_id, sender_name, title, message, type,
      broadcast_id, outbox_id, created_at)
    select talks.company_id, talks.id, ${senderId}, talks.interlocutor_id, ${senderName}, ${title}, ${message}, 'broadcast',
      said.id, letters.id, ${now}
    from talks cross join said left join letters on letters.user_id = talks.interlocutor_id
    returning receiver_id, company_id, broadcast_id, outbox_id
  `.execute(tx)
  const companyIds = [...new Set(rows.map(({ company_id }) => company_id))]
  const [first] = rows
  if (first) {
    const counted = { receivers: rows.length, company_ids: companyIds }
    await tx.updateTable('broadcasts').set(counted).where('id', '=', first.broadcast_id).execute()
  }
  const inAppIds = rows.flatMap(({ receiver_id, outbox_id }) => (outbox_id === null ? [receiver_id] : []))
  return { broadcastId: first?.broadcast_id ?? '', receivers: rows.length, inAppIds, companyIds }
}
