import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, DriverId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Receiver } from './messages.store.ts'

/** The two sides: a company and one of its drivers, clients or accounts, or two colleagues. */
export type Talk =
  | { companyId: CompanyId; interlocutorId: UserId }
  | { companyId: CompanyId | null; between: [UserId, UserId] }

/** The conversation between the actor and another user. Throws `user.unknown` for a conversation with oneself. */
export function talkOf(actorId: UserId, otherId: UserId, { kind, companyId }: Receiver): Talk {
  if (kind !== 'colleague' && companyId !== null) return { companyId, interlocutorId: otherId }
  if (actorId === otherId) throw new DomainError('user.unknown')
  return { companyId, between: actorId < otherId ? [actorId, otherId] : [otherId, actorId] }
}

/**
 * Id of the conversation, inserted when there is none. The upsert locks the row until the commit, so that messages are ordered by their
 * ids.
 */
export async function holdConversation(tx: Tx, talk: Talk): Promise<number> {
  const { rows } =
    'interlocutorId' in talk
      ? await sql<{ id: number }>`
          insert into conversations (company_id, interlocutor_id) values (${talk.companyId}, ${talk.interlocutorId})
          on conflict (company_id, interlocutor_id) where interlocutor_id is not null
          do update set company_id = excluded.company_id returning id
        `.execute(tx)
      : await sql<{ id: number }>`
          insert into conversations (company_id, low_user_id, high_user_id)
          values (${talk.companyId}, ${talk.between[0]}, ${talk.between[1]})
          on conflict (low_user_id, high_user_id) where low_user_id is not null
          do update set low_user_id = excluded.low_user_id returning id
        `.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an upsert answers its row')
  return row.id
}

/** Returns null when there is no message yet. */
export async function findConversation(db: Db | Tx, talk: Talk): Promise<number | null> {
  const query = db.selectFrom('conversations').select('id')
  const row = await ('interlocutorId' in talk
    ? query.where('company_id', '=', talk.companyId).where('interlocutor_id', '=', talk.interlocutorId)
    : query.where('low_user_id', '=', talk.between[0]).where('high_user_id', '=', talk.between[1])
  ).executeTakeFirst()
  return row?.id ?? null
}

/** Newest message of the other side that the user has not read; null when all are read. */
export async function newestUnread(db: Db, conversationId: number, userId: UserId): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select max(m.id) as id from messages m
    where m.conversation_id = ${conversationId} and m.sender_id is distinct from ${userId}
      and m.id > coalesce((
        select read_to from conversation_reads where conversation_id = ${conversationId} and user_id = ${userId}
      ), 0)
  `.execute(db)
  return rows[0]?.id ?? null
}

/** Advances the user's read mark; false when it already was at or past `readTo`. */
export async function markRead(
  tx: Tx,
  mark: { conversationId: number; userId: UserId; readTo: number },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into conversation_reads (conversation_id, user_id, read_to, read_at)
    values (${mark.conversationId}, ${mark.userId}, ${mark.readTo}, ${now})
    on conflict (conversation_id, user_id) do update set read_to = excluded.read_to, read_at = excluded.read_at
    where conversation_reads.read_to < excluded.read_to
    returning read_to
  `.execute(tx)
  return rows.length > 0
}

export interface Receipt {
  companyId: CompanyId
  deliveredTo: number
  readTo: number
}

/**
 * Advances the delivered and read marks of a driver's or account's phone, per conversation; never past the newest message and never back.
 * Messages that another company wrote to the same person as its client are not in the app, so the app does not confirm them.
 */
export async function confirmByPhone(
  tx: Tx,
  driverId: DriverId,
  { deliveredTo, readTo }: { deliveredTo: number; readTo: number },
): Promise<Receipt[]> {
  const { rows } = await sql<Receipt>`
    update conversations c set
      delivered_to = greatest(c.delivered_to, least(${Math.max(deliveredTo, readTo)}, newest.id)),
      read_to = greatest(c.read_to, least(${readTo}, newest.id))
    from (
      select conversation_id, max(id) as id from messages
      where receiver_id = ${driverId} and conversation_id in (select id from conversations where interlocutor_id = ${driverId})
      group by conversation_id
    ) as newest
    where newest.conversation_id = c.id and c.interlocutor_id = ${driverId}
      and (exists (select from driver_status where driver_id = ${driverId} and company_id = c.company_id)
        or exists (select from protocol_companies where user_id = ${driverId} and company_id = c.company_id))
      and (c.delivered_to < least(${Math.max(deliveredTo, readTo)}, newest.id) or c.read_to < least(${readTo}, newest.id))
    returning c.company_id as "companyId", c.delivered_to as "deliveredTo", c.read_to as "readTo"
  `.execute(tx)
  return rows
}
