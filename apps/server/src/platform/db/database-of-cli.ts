import path from 'node:path'
import type { Config } from '../config/config.ts'
import { type DatabaseAddress, ensureDatabase } from './connect.ts'
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts'

const DATABASE_NAME = 'dispecerat'

/** The server's database for a command-line program: DATABASE_URL, otherwise the embedded one, even while a server uses it. */
export async function withDatabase(config: Config, work: (address: DatabaseAddress) => Promise<void>): Promise<void> {
  if (config.databaseUrl) return work({ url: config.databaseUrl })
  const notes = { info: () => undefined, warn: console.warn }
  const postgres = await startEmbeddedPostgres({ stateDir: path.join(config.dataDir, 'postgres'), notes })
  try {
    await ensureDatabase(postgres.address('postgres'), DATABASE_NAME)
    await work(postgres.address(DATABASE_NAME))
  } finally {
    await postgres.stop()
  }
}
