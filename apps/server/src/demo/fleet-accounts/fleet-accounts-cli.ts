import path from 'node:path'
import { configOfProcess } from '../../platform/config/config.ts'
import { connectDatabase } from '../../platform/db/connect.ts'
import { superviseEmbeddedPostgres } from '../../platform/db/postgres/embedded-postgres-supervisor.ts'
import { systemClock } from '../../platform/lifecycle/clock.ts'
import { makeFleetAccounts } from './make-fleet-accounts.ts'

const MAX = 20_000

async function run(count: number): Promise<void> {
  const config = configOfProcess()
  const embedded = config.databaseUrl
    ? null
    : await superviseEmbeddedPostgres({
        stateDir: path.join(config.dataDir, 'postgres'),
        notes: { info: () => undefined, warn: (note) => console.error(note) },
      })
  const { db, close } = connectDatabase(embedded?.address('dispecerat') ?? { url: config.databaseUrl ?? '' }, {
    max: 2,
  })
  try {
    const made = await makeFleetAccounts({ db, clock: systemClock }, count)
    console.log(`${made} of ${count} simulated drivers are new`)
  } finally {
    await close()
    await embedded?.stop()
  }
}

const count = Number(process.argv[2])
if (!Number.isInteger(count) || count < 1 || count > MAX) {
  console.error(`how many drivers? a whole number from 1 to ${MAX}`)
  process.exit(2)
}
try {
  await run(count)
  process.exit(0)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
