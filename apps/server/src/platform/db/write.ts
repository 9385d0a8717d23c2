import crypto from 'node:crypto'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import pg from 'pg'
import { kindOfError } from '../lifecycle/kind-of-error.ts'
import type { Server } from '../lifecycle/server.ts'
import type { Actor, Once } from './actor.ts'
import type { Db, Tx } from './database.ts'
import { isAnswerLost } from './database-trouble.ts'
import { isStalePlan, UNREAD } from './hasten-client.ts'

const TRIES = 4
/** Deadlocks and serialization failures. */
const RETRYABLE_CODES = new Set(['40P01', '40001'])

/** A request that must run once, with the key under which its result is stored. */
interface Run {
  userId: UserId
  key: string
  once: Once
  /** The key was generated for this run, so no other request can have it. */
  isFirst: boolean
}

/**
 * Runs one command in one transaction and wakes the readers of its events. With an Idempotency-Key the command runs once: a repeat gets the
 * first run's result (a few ids, stored as JSON), and the same key on another request is refused. A dry run is never committed. Deadlocks
 * and plans from before a migration are retried. Throws request.outcome_unknown when the connection ended during the commit; every other
 * error is thrown unchanged.
 */
export async function write<T>(server: Server, actor: Actor, verb: (tx: Tx) => Promise<T>): Promise<T> {
  const run = runOf(server, actor)
  for (let attempt = 1; ; attempt++) {
    let isCommitting = false
    try {
      const result = await server.db.transaction().execute(async (tx) => {
        const made = await runOnce(tx, server.clock.now(), run, verb)
        if (actor.isDryRun) throw new FieldErrors({})
        isCommitting = true
        return made
      })
      server.committed()
      return result
    } catch (error) {
      if (isCommitting && isAnswerLost(error)) throw lost(server, run, error)
      if (attempt >= TRIES || !isRetryable(error)) throw error
    }
  }
}

/** A request that creates something without a key gets a generated one, with a space, which no client can send. */
function runOf({ lostCommits, clock }: Server, { userId, once }: Actor): Run | null {
  if (!once || userId === null) return null
  if (once.key !== null) return { userId, key: once.key, once, isFirst: false }
  const key = lostCommits.keyOf(userId, once.fingerprint, clock.now())
  return { userId, key: key ?? `own ${crypto.randomUUID()}`, once, isFirst: key === null }
}

/** The key is guarded by an advisory lock and inserted last, with the result that a repeat gets. */
async function runOnce<T>(tx: Tx, now: Date, run: Run | null, verb: (tx: Tx) => Promise<T>): Promise<T> {
  if (!run) return verb(tx)
  const first = run.isFirst ? undefined : await lockedRun(tx, run)
  if (first && first.fingerprint !== run.once.fingerprint) throw new DomainError('request.key_reused')
  if (first) {
    run.once.isRepeat = run.once.key === null
    return first.result as T
  }
  const result = await verb(tx)
  await sql`
    ${UNREAD} insert into idempotency_keys (user_id, key, fingerprint, result, created_at)
    values (${run.userId}, ${run.key}, ${run.once.fingerprint}, ${JSON.stringify(result ?? null)}, ${now})
  `.execute(tx)
  return result
}

/** The result of an earlier request with the same Idempotency-Key; null when there was none. Throws `request.key_reused`. */
export async function firstRun<T>(db: Db | Tx, { userId, once }: Actor): Promise<{ result: T } | null> {
  if (!once || once.key === null || userId === null) return null
  const first = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'result'])
    .where('user_id', '=', userId)
    .where('key', '=', once.key)
    .executeTakeFirst()
  if (first && first.fingerprint !== once.fingerprint) throw new DomainError('request.key_reused')
  return first ? { result: first.result as T } : null
}

async function lockedRun(tx: Tx, { userId, key }: Run) {
  await sql`${UNREAD} select pg_advisory_xact_lock(hashtextextended(${`${userId}:${key}`}, 0))`.execute(tx)
  return tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'result'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** The row of the key is written in the same transaction, so a repeat can see whether the commit was made. */
function lost({ clock, log, lostCommits, committed }: Server, run: Run | null, error: unknown): DomainError {
  log.error({ reason: kindOfError(error) }, 'the answer to a commit was lost')
  if (run && run.once.key === null) {
    lostCommits.add(run.userId, run.once.fingerprint, { key: run.key, now: clock.now() })
  }
  committed()
  return new DomainError('request.outcome_unknown')
}

function isRetryable(error: unknown): boolean {
  return isStalePlan(error) || (error instanceof pg.DatabaseError && RETRYABLE_CODES.has(error.code ?? ''))
}

/** Keys older than the guaranteed time may be used again. */
export async function forgetKeysBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from idempotency_keys where created_at < ${before}`.execute(db)
}
