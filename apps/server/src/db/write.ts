import { DomainError } from '@dispecerat/domain/errors'
import { sql } from 'kysely'
import pg from 'pg'
import type { Server } from '../server.ts'
import type { Caller } from './caller.ts'
import type { Tx } from './database.ts'

const TRIES = 4
const DEADLOCK = '40P01'
const SERIALIZATION = '40001'

/**
 * Runs one verb in one transaction and wakes whoever waits for its events. With an Idempotency-Key the verb runs once:
 * a repeat gets the first run's result (a few ids, kept as JSON), and the same key on another request is refused.
 * Deadlocks are tried again; everything else is the caller's to hear.
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

async function runOnce<T>(tx: Tx, now: Date, caller: Caller, verb: (tx: Tx) => Promise<T>): Promise<T> {
  if (!caller.once || caller.userId === null) return verb(tx)
  const claimed = await claimKey(tx, caller.userId, caller.once, now)
  if (!claimed) return (await firstResult(tx, caller.userId, caller.once)) as T
  const result = await verb(tx)
  await tx
    .updateTable('idempotency_keys')
    .set({ result: JSON.stringify(result ?? null) })
    .where('user_id', '=', caller.userId)
    .where('key', '=', caller.once.key)
    .execute()
  return result
}

/** A second request with the key waits here until the first one has committed or rolled back. */
async function claimKey(tx: Tx, userId: number, once: NonNullable<Caller['once']>, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into idempotency_keys (user_id, key, fingerprint, created_at)
    values (${userId}, ${once.key}, ${once.fingerprint}, ${now})
    on conflict (user_id, key) do nothing
  `.execute(tx)
  return numAffectedRows === 1n
}

async function firstResult(tx: Tx, userId: number, once: NonNullable<Caller['once']>): Promise<unknown> {
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'result'])
    .where('user_id', '=', userId)
    .where('key', '=', once.key)
    .executeTakeFirstOrThrow()
  if (first.fingerprint !== once.fingerprint) throw new DomainError('request.key_reused')
  return first.result
}

function mayTryAgain(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === DEADLOCK || error.code === SERIALIZATION)
}
