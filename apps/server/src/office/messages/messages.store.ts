import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import { inScope } from '../../orders/orders.public.ts'
import type { Actor, Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

export interface Receiver {
  kind: 'driver' | 'account' | 'colleague' | 'client'
  /** The company in whose conversation the message is. */
  companyId: CompanyId | null
  phone: string | null
}

/**
 * True when the client `userId` (a column or a value) has a session of the client app. Sessions of a user who also works for a company are
 * in other apps, so such a client never gets a company's message in another company's console or driver app.
 */
export function hasClientApp(userId: RawBuilder<unknown>, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from access_tokens t where t.user_id = ${userId} and t.revoked_at is null and t.expires_at > ${now})
    and not exists (select from user_roles r where r.user_id = ${userId} and r.role <> 'client'))`
}

/**
 * The user is a protocol company's login without a staff role, so that messages go between that account and the company; with a staff role
 * the user is a colleague.
 */
export function isAccountAlone(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from user_roles r where r.user_id = ${userId} and r.role = 'company')
    and not exists (select from user_roles r where r.user_id = ${userId} and r.role in ('admin', 'company_admin', 'dispatcher'))`
}

/**
 * The receiver as seen by the actor: somebody of the actor's companies, their clients included, or a platform administrator who has written
 * to the actor; `user.unknown` for all others. Someone who does not work for these companies is only their client, and stays their client
 * when the account is closed at another company.
 */
export async function findReceiver(
  tx: Tx | Db,
  userId: UserId,
  { scope, userId: actorId }: Pick<Actor, 'scope' | 'userId'>,
): Promise<Receiver> {
  const mine = scope.companies === 'every' ? null : [...scope.companies]
  const { rows } = await sql<{
    driverOf: CompanyId | null
    accountOf: CompanyId | null
    memberOf: CompanyId | null
    clientOf: CompanyId | null
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
          and low_user_id = least(users.id, ${actorId}::bigint) and high_user_id = greatest(users.id, ${actorId}::bigint)))
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

/** A message may name only an order that its writer can read. */
export async function checkOrderOfMessage(tx: Tx, orderId: OrderId, scope: Scope): Promise<void> {
  const { rows } = await sql`
    select 1 from orders where id = ${orderId} and deleted_at is null and ${inScope(scope, 'read')}
  `.execute(tx)
  if (rows.length === 0) throw new DomainError('order.unknown')
}

export async function senderName(tx: Tx, userId: UserId | null): Promise<string | null> {
  if (userId === null) return null
  const row = await tx.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst()
  return row?.name ?? null
}

/** True while the client is logged in to the client app. */
export async function hasAppSession(tx: Tx, clientId: UserId, now: Date): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${hasClientApp(sql`${clientId}::bigint`, now)} as has`.execute(tx)
  return rows[0]?.has === true
}

export interface NewMessage {
  companyId: CompanyId | null
  conversationId: number
  senderId: UserId | null
  /** Null: the message goes to the company's inbox. */
  receiverId: UserId | null
  senderName: string | null
  title: string | null
  message: string
  type: 'chat' | 'notice'
  orderId: OrderId | null
  outboxId: number | null
  /** Written by the driver, client or account, not by the company. */
  isInbound: boolean
}

/** Appends the message to its conversation, whose row the caller has locked. */
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
