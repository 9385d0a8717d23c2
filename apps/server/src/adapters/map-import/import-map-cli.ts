import path from 'node:path'
import { parseArgs } from 'node:util'
import { configOfProcess } from '../../platform/config/config.ts'
import { connectDatabase, type DatabaseAddress, ensureDatabase } from '../../platform/db/connect.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../../platform/db/postgres/embedded-postgres.ts'
import { systemClock } from '../../platform/lifecycle/clock.ts'
import type { BanCounts } from '../routing/roads/forbidden-turns.ts'
import { ExtractError } from './extract/extract-error.ts'
import { importExtract } from './import-extract.ts'
import { ImportStopped, PrintedProgress } from './import-progress.ts'
import { ImportRunning } from './load-city-map.ts'
import type { LoadedMap } from './load-map.ts'
import { type RoadsWanted, readRoadsWanted } from './roads-within.ts'

/*
 * npm run import:map -- file.osm.pbf [--roads-within all|none|lat,long,km]
 * Replaces the map, the addresses and the roads of the server's database; a running server shows the new ones at once.
 */

const DATABASE_NAME = 'dispecerat'
const MEGABYTE = 1024 * 1024
/** Exit code of an interrupted program (128 + SIGINT). */
const STOPPED_CODE = 130

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'])
const DATABASE_AWAY = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', '57P01', '57P03', '28P01', '3D000'])
/** PostgreSQL's codes for a full disk and for a statement timeout. */
const DATABASE_FULL = '53100'
const DATABASE_SLOW = '57014'
const STAYS = 'the map that was there stays'

const config = configOfProcess()
const folder = path.join(config.dataDir, 'map-import')
const progress = new PrintedProgress(console.log)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => progress.stop())

try {
  const { file, roads } = whatToDo()
  await importMap(file, roads)
} catch (error) {
  const words = wordsFor(error, folder)
  console.error(words ?? error)
  process.exitCode = error instanceof Error && error.name === 'ImportStopped' ? STOPPED_CODE : 1
}

function whatToDo(): { file: string; roads: RoadsWanted | undefined } {
  const { positionals, values } = readArguments()
  const [file, ...rest] = positionals
  const within = values['roads-within']
  const roads = within === undefined ? undefined : readRoadsWanted(within)
  if (!file || rest.length > 0 || !file.endsWith('.osm.pbf') || roads === null) return sayHow()
  return { file: path.resolve(process.env.INIT_CWD ?? '.', file), roads }
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { 'roads-within': { type: 'string' } } })
  } catch {
    return sayHow()
  }
}

function sayHow(): never {
  console.error('How to use it: npm run import:map -- city.osm.pbf [--roads-within all|none|lat,long,km]')
  process.exit(2)
}

async function importMap(file: string, roads: RoadsWanted | undefined): Promise<void> {
  progress.say(`importing ${file}`)
  await withDatabase(async (address) => {
    // Retries for longer, so that an import of half an hour does not fail because the database is busy in its last seconds.
    const { db, close } = connectDatabase(address, { isPatient: true })
    try {
      await migrate(db)
      const at = systemClock.now()
      printSummary(await importExtract(db, file, { at, folder, progress, ...(roads && { roads }) }))
    } finally {
      await close()
    }
  })
}

function printSummary({ name, names, spots, tiles, tileBytes, roads, localities, turnBans, beyond }: LoadedMap): void {
  const figures = `${names} names, ${spots} points along the streets, ${roads} roads`
  progress.say(`${figures}, ${tiles} tiles of ${inMegabytes(tileBytes)} MB`)
  if (turnBans) progress.say(wordsOfBans(turnBans))
  if (localities === 0) progress.say('There is no town or village in it: its addresses name none')
  if (roads === 0)
    progress.say('It has no roads here: distances are guessed from the straight line; see --roads-within')
  if (beyond.length > 0)
    progress.say(
      `It does not reach the place of: ${beyond.join(', ')}. Their streets are not on it; import a wider extract`,
    )
  progress.say(`${name} is the live map; most memory used: ${inMegabytes(process.resourceUsage().maxRSS * 1024)} MB`)
}

function wordsOfBans({ obeyed, overWays, conditional, unclear, undriven }: BanCounts): string {
  const leftOut = `left out: ${conditional} conditional, ${unclear} unclear, ${undriven} about drives that are none here`
  return `${obeyed} turn restrictions are obeyed, ${overWays} of them over a street; ${leftOut}`
}

/** Runs with the server's database: a running embedded one is shared, otherwise it is started for the duration of the import. */
async function withDatabase(work: (address: DatabaseAddress) => Promise<void>): Promise<void> {
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

function inMegabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1)
}

/** The cause of a failed import for the person at the terminal; null for a defect of the program. */
function wordsFor(error: unknown, folder: string): string | null {
  if (error instanceof ExtractError || error instanceof ImportRunning || error instanceof ImportStopped) {
    return error.message
  }
  const code = codeOf(error)
  if (NO_SPACE.has(code))
    return `There is no room left for ${folder}: it needs some six times the size of the extract (${STAYS})`
  if (NOT_WRITABLE.has(code)) return `${folder} cannot be written: set DATA_DIR to a folder that can (${STAYS})`
  if (code === DATABASE_FULL) return `The database's disk is full (${STAYS})`
  if (code === DATABASE_SLOW) return `The database takes too long to answer; try again when it is less busy (${STAYS})`
  if (DATABASE_AWAY.has(code)) return `The database cannot be reached (${code}): look at DATABASE_URL (${STAYS})`
  return null
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error ? String(error.code) : codeOf(error.cause)
}
