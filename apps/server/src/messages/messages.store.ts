import { DomainError } from '@dispecerat/domain/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Scope } from '../db/actor.ts'
import type { Db, Tx } from '../db/database.ts'
import { inScope } from '../orders/orders.public.ts'

export interface Receiver {
  kind: 'driver' | 'account' | 'colleague' | 'client'
  /** The company the message is written for. */
  companyId: number | null
  phone: string | null
}

/**
 * Whether the client `userId` (a column or a value) follows the company in the clients' app now. Sessions of somebody who works
 * anywhere are in other apps: a client of one company is never written to in another company's console or drivers' app.
 */
export function hasClientApp(userId: RawBuilder<unknown>, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from access_tokens t where t.user_id = ${userId} and t.revoked_at is null and t.expires_at > ${now})
    and not exists (select from user_roles r where r.user_id = ${userId} and r.role <> 'client'))`
}

/** A protocol company's own log-in, and of nobody who works in the room besides: it talks with the company, not with a colleague. */
export function isAccountAlone(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from user_roles r where r.user_id = ${userId} and r.role = 'company')
    and not exists (select from user_roles r where r.user_id = ${userId} and r.role in ('admin', 'company_admin', 'dispatcher'))`
}

/**
 * Somebody of the caller's companies, their clients included, or an administrator of the house who wrote to the caller; `user.unknown`
 * for any other. Whoever does not work for them is their client and nothing else, and stays so when the account is closed elsewhere.
 */
export async function findReceiver(
  tx: Tx | Db,
  userId: number,
  { scope, userId: callerId }: Pick<Actor, 'scope' | 'userId'>,
): Promise<Receiver> {
  const mine = scope.companies === 'every' ? null : [...scope.companies]
  const { rows } = await sql<{
    driverOf: number | null
    accountOf: number | null
    memberOf: number | null
    clientOf: number | null
    isAdmin: boolean
    isGone: boolean
    phone: string | null
  }>`
    select phone, deleted_at is not null as "isGone",
      (select company_id from driver_status where driver_id = users.id
        and (${mine}::bigint[] is null or company_id = any(${mine}::bigint[]))) as "driverOf",
      (select company_id from protocol_companies where user_id = users.id and ${isAccountAlone(sql.ref('users.id'))}
        and (${mine}::bigint[] is null or company_id = any(${mine}::bigint[]))) as "accountOf",
      (select min(company_id) from user_companies where user_id = users.id
        and (${mine}::bigint[] is null or company_id = any(${mine}::bigint[]))) as "memberOf",
      (select min(company_id) from company_clients where user_id = users.id
        and (${mine}::bigint[] is null or company_id = any(${mine}::bigint[]))) as "clientOf",
      exists (select from user_roles where user_id = users.id and role = 'admin') and (${mine}::bigint[] is null
        or exists (select from conversations where last_at is not null
          and low_user_id = least(users.id, ${callerId}::bigint) and high_user_id = greatest(users.id, ${callerId}::bigint)))
        as "isAdmin"
    from users where users.id = ${userId}
  `.execute(tx)
  const [found] = rows
  if (!found) throw new DomainError('user.unknown')
  const { driverOf, accountOf, memberOf, clientOf, isAdmin, isGone, phone } = found
  if (!isGone) {
    if (driverOf !== null) return { kind: 'driver', companyId: driverOf, phone }
    if (accountOf !== null) return { kind: 'account', companyId: accountOf, phone }
    if (memberOf !== null || isAdmin) return { kind: 'colleague', companyId: memberOf, phone }
  }
  if (clientOf !== null) return { kind: 'client', companyId: clientOf, phone }
  throw new DomainError('user.unknown')
}

/** A message names only an order its writer may read. */
export async function checkOrderOfMessage(tx: Tx, orderId: number, scope: Scope): Promise<void> {
  const { rows } = await sql`
    select 1 from orders where id = ${orderId} and deleted_at is null and ${inScope(scope, 'read')}
  `.execute(tx)
  if (rows.length === 0) throw new DomainError('order.unknown')
}

export async function senderName(tx: Tx, userId: number | null): Promise<string | null> {
  if (userId === null) return null
  const row = await tx.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst()
  return row?.name ?? null
}

/** A phone with the clients' app where the client is logged in now. */
export async function hasAppSession(tx: Tx, clientId: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${hasClientApp(sql`${clientId}::bigint`, now)} as has`.execute(tx)
  return rows[0]?.has === true
}

export interface NewMessage {
  companyId: number | null
  conversationId: number
  senderId: number | null
  /** Null: to the company's inbox. */
  receiverId: number | null
  senderName: string | null
  title: string | null
  message: string
  type: 'chat' | 'notice'
  orderId: number | null
  outboxId: number | null
  /** The driver, client or account wrote it. */
  isInbound: boolean
}

/** Writes it at the end of its conversation, whose row the caller holds. */
export async function insertMessage(tx: Tx, message: NewMessage, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('messages')
    .values({
      company_id: message.companyId,
      conversation_id: message.conversationId,
      sender_id: message.senderId,
      receiver_id: message.receiverId,
      sender_name: message.senderName,
      title: message.title,
      message: message.message,
      type: message.type,
      order_id: message.orderId,
      outbox_id: message.outboxId,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('conversations')
    .set({ last_message_id: id, last_at: now, ...(message.isInbound ? { last_inbound_id: id } : {}) })
    .where('id', '=', message.conversationId)
    .execute()
  return id
}
