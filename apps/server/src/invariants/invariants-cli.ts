import path from 'node:path'
import { systemClock } from '../clock.ts'
import { configOfProcess } from '../config.ts'
import { connectDatabase, type DatabaseAddress } from '../db/connect.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { checkInvariants, type InvariantFinding } from './check-invariants.ts'

/*
 * npm run invariants
 * Checks the rules that always hold, on the server's database, beside a running server or without one.
 * Ends with 1 when a rule is broken, with 2 when the database cannot be read.
 */

const DATABASE_NAME = 'dispecerat'
const MOST_IDS_SHOWN = 20

try {
  const findings = await withDatabase(check)
  for (const finding of findings) console.log(lineOf(finding))
  if (findings.some(({ ids }) => ids.length > 0)) process.exitCode = 1
} catch (error) {
  console.error(`The database cannot be checked: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}

async function check(address: DatabaseAddress): Promise<InvariantFinding[]> {
  const { db, close } = connectDatabase(address, { max: 1 })
  return checkInvariants(db, systemClock.now()).finally(close)
}

function lineOf({ rule, of, ids }: InvariantFinding): string {
  if (ids.length === 0) return `ok      ${rule}`
  const more = ids.length > MOST_IDS_SHOWN ? ` and ${ids.length - MOST_IDS_SHOWN} more` : ''
  return `BROKEN  ${rule}: ${of} ${ids.slice(0, MOST_IDS_SHOWN).join(', ')}${more}`
}

/** The database the server uses: a running embedded one is shared, otherwise it is started for the time of the check. */
async function withDatabase<T>(work: (address: DatabaseAddress) => Promise<T>): Promise<T> {
  const config = configOfProcess()
  if (config.databaseUrl) return work({ url: config.databaseUrl })
  const notes = { info: () => undefined, warn: console.warn }
  const postgres = await startEmbeddedPostgres({ stateDir: path.join(config.dataDir, 'postgres'), notes })
  return work(postgres.address(DATABASE_NAME)).finally(() => postgres.stop())
}
