import { sql } from 'kysely'
import type { Scope } from '../db/caller.ts'
import type { Db, Tx } from '../db/database.ts'

export type LetterKind = 'mail' | 'sms' | 'push'

export interface NewLetter {
  kind: LetterKind
  companyId: number | null
  recipient: string | null
  userId: number | null
  subject: string | null
  text: string
  html: string | null
  isSecret: boolean
  orderId: number | null
}

/** A letter somebody holds the lease of. */
export interface ClaimedLetter {
  id: number
  companyId: number | null
  key: string
  kind: LetterKind
  recipient: string | null
  userId: number | null
  subject: string | null
  text: string
  html: string | null
  tries: number
}

export async function insertLetter(tx: Tx, letter: NewLetter, now: Date): Promise<number> {
  const { id } = await tx.insertInto('outbox').values(rowOf(letter, now)).returning('id').executeTakeFirstOrThrow()
  return id
}

const ROWS_AT_ONCE = 500

export async function insertLetters(tx: Tx, letters: readonly NewLetter[], now: Date): Promise<void> {
  for (let at = 0; at < letters.length; at += ROWS_AT_ONCE) {
    const rows = letters.slice(at, at + ROWS_AT_ONCE).map((letter) => rowOf(letter, now))
    await tx.insertInto('outbox').values(rows).execute()
  }
}

function rowOf(letter: NewLetter, now: Date) {
  return {
    company_id: letter.companyId,
    kind: letter.kind,
    recipient: letter.recipient,
    user_id: letter.userId,
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    is_secret: letter.isSecret,
    order_id: letter.orderId,
    due_at: now,
    created_at: now,
  }
}

/** Takes due letters for `leaseSeconds`; whoever dies with them leaves them due again when the lease runs out. */
export async function claimDueLetters(
  db: Db,
  given: { now: Date; leaseSeconds: number; limit: number },
): Promise<ClaimedLetter[]> {
  const until = new Date(given.now.getTime() + given.leaseSeconds * 1000)
  const { rows } = await sql<ClaimedLetter>`
    update outbox set due_at = ${until}, tries = tries + 1
    where id in (
      select id from outbox where state = 'queued' and due_at <= ${given.now}
      order by due_at, id limit ${given.limit} for update skip locked
    )
    returning id, company_id as "companyId", message_key as key, kind, recipient, user_id as "userId", subject, text, html, tries
  `.execute(db)
  return rows.sort((a, b) => a.id - b.id)
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

/** The tokens of the user's phones with the app, the newest first. */
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

/** One of the scope FOR UPDATE; null when there is none. */
export async function lockLetter(
  tx: Tx,
  { companies }: Scope,
  id: number,
): Promise<{ companyId: number | null; state: string } | null> {
  const ours = companies === 'every' ? sql`true` : sql`company_id = any(${[...companies]}::bigint[])`
  const { rows } = await sql<{ companyId: number | null; state: string }>`
    select company_id as "companyId", state from outbox where id = ${id} and ${ours} for update
  `.execute(tx)
  return rows[0] ?? null
}

export async function queueAgain(tx: Tx, id: number, now: Date): Promise<void> {
  const fresh = { state: 'queued', tries: 0, due_at: now, reason: null, sent_at: null } as const
  await tx.updateTable('outbox').set(fresh).where('id', '=', id).execute()
}
