import path from 'node:path'
import { systemClock } from '../clock.ts'
import { configOfProcess } from '../config.ts'
import { connectDatabase, type DatabaseAddress, ensureDatabase } from '../db/connect.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { checkInvariants } from './check-invariants.ts'

/*
 * npm run invariants
 * Checks the server's database (DATABASE_URL, else the embedded one, also while a server uses it); ends with 1 when a rule is broken.
 */

const DATABASE_NAME = 'dispecerat'
const MOST_IDS = 20

await withDatabase(async (address) => {
  const { db, close } = connectDatabase(address, { max: 1 })
  try {
    const violations = await checkInvariants(db, systemClock.now())
    for (const { rule, ids, notes } of violations) {
      const more = ids.length > MOST_IDS ? ` … (${ids.length})` : ''
      console.error(`BROKEN: ${rule}: ${ids.slice(0, MOST_IDS).join(', ')}${more}`)
      for (const note of notes) console.error(`  ${note}`)
    }
    if (violations.length === 0) console.log('All invariants hold.')
    else process.exitCode = 1
  } finally {
    await close()
  }
})

async function withDatabase(work: (address: DatabaseAddress) => Promise<void>): Promise<void> {
  const config = configOfProcess()
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
