import { configOfProcess } from '../config/config.ts'
import { connectDatabase } from '../db/connect.ts'
import { withDatabase } from '../db/database-of-cli.ts'
import { systemClock } from '../lifecycle/clock.ts'
import { checkInvariants } from './check-invariants.ts'

/*
 * npm run invariants checks the server's database (DATABASE_URL, otherwise the embedded one, even while a server uses it); exits with 1
 * when a rule is broken.
 */

const MAX_IDS = 20

await withDatabase(configOfProcess(), async (address) => {
  const { db, close } = connectDatabase(address, { max: 1 })
  try {
    const violations = await checkInvariants(db, systemClock.now())
    for (const { rule, ids, notes } of violations) {
      const more = ids.length > MAX_IDS ? ` … (${ids.length})` : ''
      console.error(`BROKEN: ${rule}: ${ids.slice(0, MAX_IDS).join(', ')}${more}`)
      for (const note of notes) console.error(`  ${note}`)
    }
    if (violations.length === 0) console.log('All invariants hold.')
    else process.exitCode = 1
  } finally {
    await close()
  }
})
