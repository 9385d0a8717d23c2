import { DomainError } from '@dispecerat/domain/errors'
import { sql } from 'kysely'
import pg from 'pg'
import type { Server } from '../server.ts'
import type { Caller } from './caller.ts'
import type { Db, Tx } from './database.ts'
import { isStalePlan, UNREAD } from './hasten-client.ts'

const TRIES = 4
/** Deadlocks and serialization failures. */
const AGAIN = new Set(['40P01', '40001'])

/**
 * Runs one verb in one transaction and wakes whoever waits for its events. With an Idempotency-Key the verb runs once:
 * a repeat gets the first run's result (a few ids, kept as JSON), and the same key on another request is refused.
 * Deadlocks and plans from before a migration are tried again; everything else is the caller's to hear.
 */
export async function write<T>(server: Server, caller: Caller, verb: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await server.db.transaction().execute((tx) => runOnce(tx, server.clock.now(), caller, verb))
      server.committed()
      return result
    } catch (error) {
      if (attempt >= TRIES || !mayTryAgain(error)) throw error
    }
  }
}

/** The key is guarded by an advisory lock and stored last, with the result that a repeat gets. */
async function runOnce<T>(tx: Tx, now: Date, caller: Caller, verb: (tx: Tx) => Promise<T>): Promise<T> {
  if (!caller.once || caller.userId === null) return verb(tx)
  const { key, fingerprint } = caller.once
  await sql`${UNREAD} select pg_advisory_xact_lock(hashtextextended(${`${caller.userId}:${key}`}, 0))`.execute(tx)
  const first = await firstRun<T>(tx, caller)
  if (first) return first.result
  const result = await verb(tx)
  await sql`
    ${UNREAD} insert into idempotency_keys (user_id, key, fingerprint, result, created_at)
    values (${caller.userId}, ${key}, ${fingerprint}, ${JSON.stringify(result ?? null)}, ${now})
  `.execute(tx)
  return result
}

/** What an earlier request with the same Idempotency-Key resulted in; null when there was none. Throws `request.key_reused`. */
export async function firstRun<T>(db: Db | Tx, { userId, once }: Caller): Promise<{ result: T } | null> {
  if (!once || userId === null) return null
  const first = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'result'])
    .where('user_id', '=', userId)
    .where('key', '=', once.key)
    .executeTakeFirst()
  if (first && first.fingerprint !== once.fingerprint) throw new DomainError('request.key_reused')
  return first ? { result: first.result as T } : null
}

function mayTryAgain(error: unknown): boolean {
  return isStalePlan(error) || (error instanceof pg.DatabaseError && AGAIN.has(error.code ?? ''))
}

/** Keys older than the promise of a repeat may be used again. */
export async function forgetKeysBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from idempotency_keys where created_at < ${before}`.execute(db)
}
