import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import { connectDatabase } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { TestDatabase } from './database-copy.ts'

const WAIT = { timeout: 30_000, interval: 5 }

/** Row locks for which contenders for one order, or for one driver, wait. */
export const orderRow = (id: number) => sql`select from orders where id = ${id} for no key update`
export const driverRow = (id: number) => sql`select from driver_status where driver_id = ${id} for no key update`

/**
 * Runs transactions that need the same row or table in a fixed interleaving: `lock` is held until each of them waits for a
 * lock, so all have read before any of them goes on, and they go on in the order of `contenders`.
 */
export async function queueForLock<T>(
  { address }: Pick<TestDatabase, 'address'>,
  lock: RawBuilder<unknown>,
  contenders: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const { db, close } = connectDatabase(address, { max: 1, isPatient: true })
  const results: Promise<T>[] = []
  const holdUntilAllWait = async (holder: Tx) => {
    await lock.execute(holder)
    for (const contender of contenders) {
      results.push(contender())
      await expect.poll(() => countWaiting(holder), WAIT).toBe(results.length)
    }
  }
  await db.transaction().execute(holdUntilAllWait).finally(close)
  return Promise.all(results)
}

/** Number of connections that wait for the holder, directly or behind another waiting one. Other locks do not count. */
export async function countWaiting(holder: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive behind(pid) as (
      select pg_backend_pid()
      union
      select locks.pid from pg_locks locks, behind
      where not locks.granted and behind.pid = any(pg_blocking_pids(locks.pid))
    )
    select count(*)::integer - 1 as count from behind
  `.execute(holder)
  return rows[0]?.count ?? 0
}
