import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { pendingMigrations } from '../db/migrate.ts'
import type { StorageHealth } from '../db/storage-health.ts'

/** Load balancers poll every few seconds; a database that needs longer than this should receive no traffic. */
const DATABASE_MS = 1000

/**
 * GET /health: the process is alive. GET /ready: it can serve requests; otherwise 503 with the failed part, also while the database answers
 * but is read-only. `healthChecks` are reported beside it: degraded parts that do not stop the work.
 */
export function healthRoutes(
  http: FastifyInstance,
  { db, storage }: { db: Db; storage: Pick<StorageHealth, 'trouble'> },
  healthChecks: () => Record<string, string> = () => ({}),
): void {
  http.get('/health', () => ({ status: 'alive' }))

  http.get('/ready', async (_request, reply) => {
    const parts = await within(DATABASE_MS, checkDatabase(db)).catch(
      (): Record<string, string> => ({ database: 'unreachable' }),
    )
    if (storage.trouble) parts.database = storage.trouble
    const ready = Object.values(parts).every((part) => part === 'ok')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready', ...parts, ...healthChecks() })
  })
}

async function checkDatabase(db: Db): Promise<Record<string, string>> {
  await sql`select 1`.execute(db)
  const pending = await pendingMigrations(db)
  return { database: 'ok', migrations: pending.length === 0 ? 'ok' : `pending: ${pending.join(', ')}` }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
