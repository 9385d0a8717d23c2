import type { QuotaKind } from '@dispecerat/domain/quota'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../db/actor.ts'
import type { Db, Tx } from '../db/database.ts'

export const OUTBOUND_KINDS = ['mail', 'sms', 'push'] as const
export type OutboundKind = (typeof OUTBOUND_KINDS)[number]

/** As what each kind is counted. */
export const QUOTA_OF = { mail: 'email', sms: 'sms', push: 'push' } as const satisfies Record<OutboundKind, QuotaKind>

export interface NewOutboundMessage {
  kind: OutboundKind
  companyId: number | null
  recipient: string | null
  userId: number | null
  subject: string | null
  text: string
  html: string | null
  /** Its words are shown to nobody. */
  isSecret: boolean
  /** The reset whose link the mail carries. */
  resetId: number | null
  /** The proof of an address whose link the mail carries. */
  proofId: number | null
  orderId: number | null
  /** 0: a way into an account; 1: one message to one person; 2: a broadcast. */
  priority: 0 | 1 | 2
  /** Over the company's limit of the day: it waits until somebody sends it again. */
  isOverQuota: boolean
}

/** A letter somebody holds the lease of. */
export interface ClaimedMessage {
  id: number
  companyId: number | null
  key: string
  kind: OutboundKind
  recipient: string | null
  userId: number | null
  subject: string | null
  text: string
  html: string | null
  resetId: number | null
  proofId: number | null
  orderId: number | null
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
 * Takes due letters of one kind for `leaseSeconds`; whoever dies with them leaves them due again when the lease runs out. The lower
 * priority number first, then companies in turns: a company with thousands of letters delays another by one batch. Which of two companies
 * comes first is drawn, so that none is behind another for ever. Nodes claim one after the other.
 */
export async function claimDueMessages(
  db: Db,
  given: { kind: OutboundKind; now: Date; leaseSeconds: number; limit: number },
): Promise<ClaimedMessage[]> {
  const until = new Date(given.now.getTime() + given.leaseSeconds * 1000)
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`outbox:${given.kind}`}, 0))`.execute(tx)
    const { rows } = await sql<ClaimedMessage>`
      update outbox set due_at = ${until}, tries = tries + 1
      where id in (
        select id from outbox
        where id in (${firstInTurn(given)}) and state = 'queued' and due_at <= ${given.now}
        for update skip locked
      )
      returning id, company_id as "companyId", message_key as key, kind, recipient, user_id as "userId", subject, text, html,
        reset_id as "resetId", proof_id as "proofId", order_id as "orderId", is_secret as "isSecret", tries
    `.execute(tx)
    return rows.sort((a, b) => a.id - b.id)
  })
}

/** 0 stands for the platform, whose letters have no company. */
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

/** A letter somebody else has sent meanwhile stays sent. */
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

/** The sealed tokens of the user's phones with the app, the newest first. */
export async function pushTokensOf(db: Db, userId: number): Promise<string[]> {
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
  companyId: number | null
  state: string
  kind: OutboundKind
  text: string
}

/** One of the scope FOR UPDATE; null when there is none. */
export async function lockMessage(tx: Tx, { companies }: Scope, id: number): Promise<LockedMessage | null> {
  const ours = companies === 'every' ? sql`true` : sql`company_id = any(${[...companies]}::bigint[])`
  const { rows } = await sql<LockedMessage>`
    select company_id as "companyId", state, kind, text from outbox where id = ${id} and ${ours} for update
  `.execute(tx)
  return rows[0] ?? null
}

export async function queueAgain(tx: Tx, id: number, now: Date): Promise<void> {
  const fresh = { state: 'queued', tries: 0, due_at: now, reason: null, sent_at: null } as const
  await tx.updateTable('outbox').set(fresh).where('id', '=', id).execute()
}

/** Older mail is of no use: its links have ended. */
const RELEASED_HOURS = 72

/** Mail that waited until the company was vetted, or worked again. An SMS or a push is about a moment that has passed and stays held. */
export async function releaseHeld(tx: Tx, companyId: number, now: Date): Promise<void> {
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

/** SMS of a broadcast that have not left are held; how many by company. One that a provider has at this moment may still arrive. */
export async function stopQueued(tx: Tx, broadcastId: string, now: Date): Promise<Map<number, number>> {
  const { rows } = await sql<{ companyId: number; stopped: number }>`
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
