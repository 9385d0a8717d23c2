import type { MessageView } from '@dispecerat/contract/office/messages'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

type Row = Omit<MessageView, 'created_at'> & { created_at: Date }

/** Messages by id. The caller has already checked the permission to read them. */
export async function messageViews(db: Db, ids: readonly number[]): Promise<MessageView[]> {
  if (ids.length === 0) return []
  return viewsWhere(db, sql`m.id = any(${[...ids]}::bigint[])`, sql`order by m.id`)
}

/** A message that was just inserted. */
export async function messageView(db: Db, id: number): Promise<MessageView> {
  const [view] = await messageViews(db, [id])
  if (!view) throw new Error('a message was written and is not there')
  return view
}

/** The copies of some broadcasts that these people received. */
export async function broadcastViews(
  db: Db,
  broadcastIds: readonly string[],
  receiverIds: readonly UserId[],
): Promise<MessageView[]> {
  if (broadcastIds.length === 0 || receiverIds.length === 0) return []
  const theirs = sql`m.broadcast_id = any(${[...broadcastIds]}::uuid[]) and m.receiver_id = any(${[...receiverIds]}::bigint[])`
  return viewsWhere(db, theirs, sql`order by m.id`)
}

export interface PageOf {
  page: number
  perPage: number
}

/** Messages of one conversation, newest first; `type` null selects all types. */
export async function messagePage(
  db: Db,
  conversationId: number,
  type: 'chat' | 'broadcast' | null,
  { page, perPage }: PageOf,
): Promise<{ data: MessageView[]; total: number }> {
  const kinds = { chat: ['chat', 'notice', 'system'], broadcast: ['broadcast'] }
  const ofKind = type === null ? sql`true` : sql`m.type = any(${kinds[type]}::text[])`
  const mine = sql`m.conversation_id = ${conversationId} and ${ofKind}`
  const [data, counted] = await Promise.all([
    viewsWhere(db, mine, sql`order by m.id desc limit ${perPage} offset ${(page - 1) * perPage}`),
    sql<{ n: number }>`select count(*) as n from messages m where ${mine}`.execute(db),
  ])
  return { data, total: Number(counted.rows[0]?.n ?? 0) }
}

async function viewsWhere(db: Db, where: RawBuilder<unknown>, rest: RawBuilder<unknown>): Promise<MessageView[]> {
  const { rows } = await sql<Row>`
    select seen.*, case
        when is_read then 'read'
        when sms = 'sent' then 'sent'
        when sms = 'failed' then 'failed'
        when sms is not null then 'kept'
        when is_delivered then 'delivered'
        else 'sent'
      end as delivery
    from (
      select m.id, m.company_id, m.sender_id, m.receiver_id, m.receiver_id as user_id, c.interlocutor_id,
        coalesce(m.sender_name, sender.name) as sender_name, m.title, m.message, m.type, m.order_id, m.broadcast_id,
        m.created_at, o.state as sms,
        m.receiver_id is not distinct from c.interlocutor_id and m.id <= c.delivered_to as is_delivered,
        m.is_read or case
          when c.interlocutor_id is not null and m.receiver_id = c.interlocutor_id then m.id <= c.read_to
          else exists (select from conversation_reads r where r.conversation_id = c.id and r.read_to >= m.id
            and r.user_id is distinct from m.sender_id)
        end as is_read
      from messages m
      left join conversations c on c.id = m.conversation_id
      left join users sender on sender.id = m.sender_id
      left join outbox o on o.id = m.outbox_id
      where ${where} ${rest}
    ) as seen
  `.execute(db)
  return rows.map(({ created_at, ...row }) => {
    const {
      sms: _sms,
      is_delivered: _delivered,
      ...message
    } = row as typeof row & { sms: unknown; is_delivered: unknown }
    return { ...message, created_at: toWireTime(created_at) }
  })
}
