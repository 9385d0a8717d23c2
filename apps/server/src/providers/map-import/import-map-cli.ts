import path from 'node:path'
import { systemClock } from '../../clock.ts'
import { configOfProcess } from '../../config.ts'
import { connectDatabase, type DatabaseAddress, ensureDatabase } from '../../db/connect.ts'
import { startEmbeddedPostgres } from '../../db/embedded-postgres.ts'
import { migrate } from '../../db/migrate.ts'
import { ImportRunning, loadCityMap } from './load-city-map.ts'
import { ExtractError } from './osm-extract.ts'
import { readCityMap } from './read-city-map.ts'

/*
 * npm run import:map -- file.osm.pbf
 * Replaces the map and the addresses of the server's database; a running server shows the new ones at once.
 */

const DATABASE_NAME = 'dispecerat'

const [file, ...rest] = process.argv.slice(2)
if (!file || rest.length > 0 || !file.endsWith('.osm.pbf')) {
  console.error('How to use it: npm run import:map -- city.osm.pbf')
  process.exit(2)
}

try {
  await importMap(path.resolve(process.env.INIT_CWD ?? '.', file))
} catch (error) {
  const isForPeople = error instanceof ExtractError || error instanceof ImportRunning
  console.error(isForPeople ? error.message : error)
  process.exitCode = 1
}

async function importMap(extract: string): Promise<void> {
  const tell = progress()
  tell(`reading ${extract}`)
  const city = await readCityMap(extract)
  tell(`${city.name}: ${city.streets.length} streets, ${city.places.length} places`)
  await withDatabase(async (address) => {
    const { db, close } = connectDatabase(address)
    try {
      await migrate(db)
      await loadCityMap(db, city, systemClock.now(), tell)
    } finally {
      await close()
    }
  })
}

/** The database the server uses: a running embedded one is shared, otherwise it is started for the time of the import. */
async function withDatabase(work: (address: DatabaseAddress) => Promise<void>): Promise<void> {
  const config = configOfProcess()
  if (config.databaseUrl) return work({ url: config.databaseUrl })
  const notes = { info: console.log, warn: console.warn }
  const postgres = await startEmbeddedPostgres({ stateDir: path.join(config.dataDir, 'postgres'), notes })
  try {
    await ensureDatabase(postgres.address('postgres'), DATABASE_NAME)
    await work(postgres.address(DATABASE_NAME))
  } finally {
    await postgres.stop()
  }
}

function progress(): (line: string) => void {
  const start = performance.now()
  return (line) => console.log(`${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${line}`)
}
