import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { pendingMigrations } from '../db/migrate.ts'
import type { StorageHealth } from '../db/storage-health.ts'

/** Load balancers ask every few seconds; a database that needs longer than this is not one to send work to. */
const DATABASE_MS = 1000

/**
 * GET /health: the process lives. GET /ready: it can do its work; otherwise 503 and which part is missing, also while the
 * database answers but cannot write. `signs` are
 * told beside it: what works worse than it could, without which the work goes on.
 */
export function healthRoutes(
  http: FastifyInstance,
  { db, storage }: { db: Db; storage: Pick<StorageHealth, 'trouble'> },
  signs: () => Record<string, string> = () => ({}),
): void {
  http.get('/health', () => ({ status: 'alive' }))

  http.get('/ready', async (_request, reply) => {
    const parts = await within(DATABASE_MS, checkDatabase(db)).catch(
      (): Record<string, string> => ({ database: 'unreachable' }),
    )
    if (storage.trouble) parts.database = storage.trouble
    const ready = Object.values(parts).every((part) => part === 'ok')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready', ...parts, ...signs() })
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
