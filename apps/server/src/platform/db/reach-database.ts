// Apart from main.ts: SQL belongs in platform/db.

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './database.ts'

const OLDEST_VERSION = 150_000

/**
 * Waits until the database accepts connections, since one in a neighbouring container may start later, and refuses versions before
 * PostgreSQL 15. Throws the last error after `seconds`, or when `stopping` is aborted.
 */
export async function reachDatabase(
  db: Db,
  seconds: number,
  stopping: AbortSignal,
  waiting: (reason: string) => void,
): Promise<void> {
  const giveUpAt = performance.now() + seconds * 1000
  for (;;) {
    const answer = await versionOf(db)
    if (answer.version !== undefined) {
      if (answer.version >= OLDEST_VERSION) return
      throw new Error(`the database is PostgreSQL ${Math.floor(answer.version / 10_000)}; 15 or newer is needed`)
    }
    if (performance.now() > giveUpAt) throw new Error(`the database does not answer: ${answer.reason}`)
    waiting(answer.reason)
    await sleep(1000, undefined, { signal: stopping })
  }
}

async function versionOf(db: Db): Promise<{ version: number } | { version?: undefined; reason: string }> {
  try {
    const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::int as version
    `.execute(db)
    return { version: rows[0]?.version ?? 0 }
  } catch (error) {
    return { reason: error instanceof AggregateError ? String(error.errors[0]) : String(error) }
  }
}
