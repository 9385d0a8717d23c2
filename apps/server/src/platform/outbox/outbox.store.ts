import type { QuotaKind } from '@dispecerat/domain/identity/quota'
import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../db/actor.ts'
import type { Db, Tx } from '../db/database.ts'
import { ofCompanies } from '../records/of-companies.store.ts'

export const OUTBOUND_KINDS = ['mail', 'sms', 'push'] as const
export type OutboundKind = (typeof OUTBOUND_KINDS)[number]

/** The quota that each kind counts against. */
export const QUOTA_OF = { mail: 'email', sms: 'sms', push: 'push' } as const satisfies Record<OutboundKind, QuotaKind>

export interface NewOutboundMessage {
  kind: OutboundKind
  companyId: CompanyId | null
  recipient: string | null
  userId: UserId | null
  subject: string | null
  text: string
  html: string | null
  /** Its text is never shown. */
  isSecret: boolean
  /** The password reset whose link the mail has. */
  resetId: number | null
  /** The e-mail proof whose link the mail has. */
  proofId: number | null
  orderId: OrderId | null
  /** 0: access to an account; 1: one message to one person; 2: a broadcast. */
  priority: 0 | 1 | 2
  /** Over the company's daily limit: held until a user sends it again. */
  isOverQuota: boolean
}

/** An outbound message under lease. */
export interface ClaimedMessage {
  id: number
  companyId: CompanyId | null
  key: string
  kind: OutboundKind
  recipient: string | null
  userId: UserId | null
  subject: string | null
  text: string
  html: string | null
  resetId: number | null
  proofId: number | null
  orderId: OrderId | null
  isSecret: boolean
  tries: number
}

export async function insertMessage(tx: Tx, outboundMessage: NewOutboundMessage, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('outbox')
    .values(rowOf(outboundMessage, now))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const ROWS_AT_ONCE = 500

export async function insertMessages(
  tx: Tx,
  outboundMessages: readonly NewOutboundMessage[],
  now: Date,
): Promise<void> {
  for (let at = 0; at < outboundMessages.length; at += ROWS_AT_ONCE) {
    const rows = outboundMessages.slice(at, at + ROWS_AT_ONCE).map((outboundMessage) => rowOf(outboundMessage, now))
    await tx.insertInto('outbox').values(rows).execute()
  }
}

function rowOf(outboundMessage: NewOutboundMessage, now: Date) {
  return {
    company_id: outboundMessage.companyId,
    kind: outboundMessage.kind,
    recipient: outboundMessage.recipient,
    user_id: outboundMessage.userId,
    subject: outboundMessage.subject,
    text: outboundMessage.text,
    html: outboundMessage.html,
    is_secret: outboundMessage.isSecret,
    reset_id: outboundMessage.resetId,
    proof_id: outboundMessage.proofId,
    order_id: outboundMessage.orderId,
    priority: outboundMessage.priority,
    ...(outboundMessage.isOverQuota ? ({ state: 'held', reason: 'quota' } as const) : {}),
    due_at: now,
    created_at: now,
  }
}

/**
 * Leases due messages of one kind for `leaseSeconds`; when the process dies, they are due again after that. Ordered by priority, then one
 * message per company in turn, so that a company with thousands of messages delays another by one batch only; within a turn the order is
 * random, so that no company always waits for another. An advisory lock makes nodes claim one after another.
 */
export async function claimDueMessages(
  db: Db,
  claim: { kind: OutboundKind; now: Date; leaseSeconds: number; limit: number },
): Promise<ClaimedMessage[]> {
  const until = new Date(claim.now.getTime() + claim.leaseSeconds * 1000)
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`outbox:${claim.kind}`}, 0))`.execute(tx)
    const { rows } = await sql<ClaimedMessage>`
      update outbox set due_at = ${until}, tries = tries + 1
      where id in (
        select id from outbox
        where id in (${firstInTurn(claim)}) and state = 'queued' and due_at <= ${claim.now}
        for update skip locked
      )
      returning id, company_id as "companyId", message_key as key, kind, recipient, user_id as "userId", subject, text, html,
        reset_id as "resetId", proof_id as "proofId", order_id as "orderId", is_secret as "isSecret", tries
    `.execute(tx)
    return rows.sort((a, b) => a.id - b.id)
  })
}

/** 0 stands for the platform, whose messages have no company. */
function firstInTurn({ kind, now, limit }: { kind: OutboundKind; now: Date; limit: number }): RawBuilder<unknown> {
  return sql`
    select mine.id
    from (select id from companies union all select 0) as company
    cross join lateral (
      select id, priority, row_number() over (partition by priority order by due_at, id) as turn
      from (
        select id, priority, due_at from outbox
        where kind = ${kind} and coalesce(company_id, 0) = company.id and state = 'queued' and due_at <= ${now}
        order by priority, due_at, id limit ${limit}
      ) as first
    ) as mine
    order by priority, turn, random() limit ${limit}
  `
}

export async function markSent(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('outbox').set({ state: 'sent', sent_at: now, reason: null }).where('id', '=', id).execute()
}

/** Leaves a message alone that another node has sent meanwhile. */
export async function markUnsent(
  tx: Tx,
  id: number,
  outcome: { state: 'queued' | 'failed' | 'held'; reason: string; dueAt?: Date },
): Promise<void> {
  const due = outcome.dueAt ? { due_at: outcome.dueAt } : {}
  await tx
    .updateTable('outbox')
    .set({ state: outcome.state, reason: outcome.reason, ...due })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

/** Sealed push tokens of the user's active devices, newest first. */
export async function pushTokensOf(db: Db, userId: UserId): Promise<string[]> {
  const rows = await db
    .selectFrom('devices')
    .select('push_token')
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .where('push_token', 'is not', null)
    .orderBy('last_seen_at', 'desc')
    .limit(5)
    .execute()
  return rows.flatMap(({ push_token }) => push_token ?? [])
}

export interface LockedMessage {
  companyId: CompanyId | null
  state: string
  kind: OutboundKind
  text: string
}

/** One of the scope FOR UPDATE; null when there is none. */
export async function lockMessage(tx: Tx, scope: Scope, id: number): Promise<LockedMessage | null> {
  const ours = ofCompanies(scope)
  const { rows } = await sql<LockedMessage>`
    select company_id as "companyId", state, kind, text from outbox where id = ${id} and ${ours} for update
  `.execute(tx)
  return rows[0] ?? null
}

export async function queueAgain(tx: Tx, id: number, now: Date): Promise<void> {
  const fresh = { state: 'queued', tries: 0, due_at: now, reason: null, sent_at: null } as const
  await tx.updateTable('outbox').set(fresh).where('id', '=', id).execute()
}

/** The links in older mails have expired. */
const RELEASED_HOURS = 72

/**
 * Releases mails held until the company was approved or active again. SMS and push messages stay held, because they are about a moment that
 * has passed.
 */
export async function releaseHeld(tx: Tx, companyId: CompanyId, now: Date): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ state: 'queued', tries: 0, due_at: now, reason: null })
    .where('company_id', '=', companyId)
    .where('kind', '=', 'mail')
    .where('state', '=', 'held')
    .where('reason', 'in', ['not_approved', 'email_not_proved', 'suspended'])
    .where('created_at', '>', new Date(now.getTime() - RELEASED_HOURS * 3_600_000))
    .execute()
}

/** Holds back queued SMS of a broadcast and returns their number by company. An SMS that is being sent may still arrive. */
export async function stopQueued(tx: Tx, broadcastId: string, now: Date): Promise<Map<number, number>> {
  const { rows } = await sql<{ companyId: CompanyId; stopped: number }>`
    with stopped as (
      update outbox set state = 'held', reason = 'stopped'
      where state = 'queued' and due_at <= ${now}
        and id in (select outbox_id from messages where broadcast_id = ${broadcastId} and outbox_id is not null)
      returning company_id
    )
    select company_id as "companyId", count(*)::int as stopped from stopped group by company_id
  `.execute(tx)
  return new Map(rows.map(({ companyId, stopped }) => [companyId, stopped]))
}
