import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../testing/database/database-copy.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { writePretendCountry } from '../../testing/map/pretend-country.ts'
import { mayStayIdle } from '../../testing/stay-idle.ts'
import { embeddedGeocoder } from '../geocoding/embedded-geocoder.ts'
import { withImportLock } from './map-import.store.ts'
import { loadSchematicCity } from './schematic/schematic-city.ts'

const CLI = path.join(import.meta.dirname, 'import-map-cli.ts')
const AT = new Date('2026-03-01T08:00:00Z')
const BRASOV = { centre: { lat: 45.64, long: 25.59 }, radiusMetres: 50_000, limit: 10, sessionToken: null }
const TOWNS = 2
/** Timeout of imports in separate processes on a busy machine. */
const TIMEOUT = 180_000
/** Less memory than the points and shapes of an extract of this size take together. */
const SMALL_HEAP = '--max-old-space-size=64'
const HEAP_TOWNS = 20

let database: TestDatabase
let folder: string
let extract: string
const running: ChildProcess[] = []

beforeAll(async () => {
  database = await aDatabase()
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'dispecerat-import-'))
  extract = path.join(folder, 'country.osm.pbf')
  writePretendCountry(extract, TOWNS)
  await loadSchematicCity(database.db, AT)
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await database.close()
  await fs.rm(folder, { recursive: true })
})

function databaseUrl(): string {
  const { address } = database
  if ('url' in address) return address.url
  if ('socketDir' in address) {
    return `postgresql:///${address.database}?host=${encodeURIComponent(address.socketDir)}&user=dispecerat`
  }
  return `postgresql://dispecerat:${address.password}@${address.host}:${address.port}/${address.database}`
}

interface Started {
  child: ChildProcess
  /** Exit code and whole output, once it has ended. */
  ended: Promise<{ code: number | null; output: string }>
  /** Waits for a line of output. */
  waitForOutput(words: string): Promise<void>
}

/** Starts the operator's command; `shell` is put before it, for limits. */
function startImport(file: string, { dataDir = folder, node = [] as string[], shell = '' } = {}): Started {
  const command = [process.execPath, ...node, '--import', 'tsx', CLI, file].map((word) => `'${word}'`).join(' ')
  const child = spawn('bash', ['-c', `${shell} exec ${command} 2>&1`], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  const lines: string[] = []
  const waiting = new Map<string, () => void>()
  const reader = readline.createInterface({ input: child.stdout })
  reader.on('line', (line) => {
    lines.push(line)
    for (const [words, resolve] of waiting) if (line.includes(words)) resolve()
  })
  const ended = Promise.all([once(child, 'exit'), once(reader, 'close')]).then(([[code]]) => ({
    code: code as number | null,
    output: lines.join('\n'),
  }))
  const waitForOutput = async (words: string) => {
    if (lines.some((line) => line.includes(words))) return
    const isPrinted = new Promise<void>((resolve) => waiting.set(words, resolve))
    const silent = ended.then(({ output }) =>
      Promise.reject(new Error(`it ended without saying "${words}":\n${output}`)),
    )
    await Promise.race([isPrinted, silent])
  }
  return { child, ended, waitForOutput }
}

async function datasets(): Promise<{ name: string; state: string }[]> {
  const { rows } = await sql<{ name: string; state: string }>`
    select name, state from map_datasets order by id
  `.execute(database.db)
  return rows
}

async function liveStillAnswers(): Promise<void> {
  const found = await embeddedGeocoder(database.db).suggest('strada lunga 5', BRASOV)
  expect(found[0]?.name).toBe('Strada Lungă 5, Brașov')
}

/** Holds the live map in a transaction, so that it can be read but not replaced: an import that is to be killed cannot finish before. */
async function whileLiveStays(work: () => Promise<void>): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    await mayStayIdle.execute(tx)
    await sql`select id from map_datasets where state = 'live' for update`.execute(tx)
    await work()
  })
}

/** A killed process keeps its lock until the database notices that it is gone. */
async function untilLockIsFree(): Promise<void> {
  await expect.poll(() => withImportLock(database.db, async () => true), { timeout: 30_000 }).toBe(true)
}

test.each([
  'reading points',
  'reading streets and buildings',
  'loading streets, houses and places',
  'cutting tiles',
  'joining roads',
])('killed while %s, an import leaves the previous map', { timeout: TIMEOUT }, async (phase) => {
  await whileLiveStays(async () => {
    const { child, ended, waitForOutput } = startImport(extract)
    await waitForOutput(phase)
    child.kill('SIGKILL')
    await ended
  })
  await untilLockIsFree()
  expect((await datasets()).filter(({ state }) => state === 'live')).toEqual([{ name: 'Brașov', state: 'live' }])
  await liveStillAnswers()
})

test('stopped by Ctrl+C, an import says so and leaves nothing behind on the disk', { timeout: TIMEOUT }, async () => {
  const { child, ended, waitForOutput } = startImport(extract)
  await waitForOutput('reading points')
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 130, output: expect.stringContaining('the map that was there stays') })
  expect(await fs.readdir(folder)).not.toContain('map-import')
  await liveStillAnswers()
})

test('of two imports at once the second is refused', { timeout: TIMEOUT }, async () => {
  await withImportLock(database.db, async () => {
    const { code, output } = await startImport(extract).ended
    expect(code).toBe(1)
    expect(output).toContain('Another import is running')
  })
})

test('where nothing can be written, or the disk is full, the import names the folder and the remedy', {
  timeout: TIMEOUT,
}, async () => {
  const file = path.join(folder, 'a-file')
  await fs.writeFile(file, '')
  const blocked = await startImport(extract, { dataDir: file }).ended
  expect(blocked).toMatchObject({ code: 1, output: expect.stringContaining('cannot be written: set DATA_DIR') })
  const full = await startImport(extract, { shell: 'ulimit -f 100;' }).ended
  expect(full).toMatchObject({ code: 1, output: expect.stringContaining('There is no room left for') })
  await liveStillAnswers()
})

test('a country needs bounded memory: a small heap is enough', { timeout: TIMEOUT }, async () => {
  const country = path.join(folder, 'larger.osm.pbf')
  writePretendCountry(country, HEAP_TOWNS)
  const { code, output } = await startImport(country, { node: [SMALL_HEAP] }).ended
  expect(output).toContain('is the live map')
  expect(code).toBe(0)
})

/** Seconds for which the import's `analyze` has been waiting. */
async function waitedSeconds(): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0)::float8 as seconds from pg_stat_activity
    where datname = current_database() and query ilike 'analyze gazetteer%' and wait_event_type = 'Lock'
  `.execute(database.db)
  return rows[0]?.seconds ?? 0
}

test('an import waits for a database that is busy for some seconds, also at the last step', {
  timeout: TIMEOUT,
}, async () => {
  const { ended } = await database.db.transaction().execute(async (tx) => {
    await mayStayIdle.execute(tx)
    await sql`lock table gazetteer in share update exclusive mode`.execute(tx)
    const started = startImport(extract)
    await expect.poll(waitedSeconds, { timeout: 120_000 }).toBeGreaterThan(6)
    return started
  })
  expect(await ended).toMatchObject({ code: 0, output: expect.stringContaining('is the live map') })
})

test('after all that the next import cleans up and replaces the map', { timeout: TIMEOUT }, async () => {
  const { code, output } = await startImport(extract, { node: [SMALL_HEAP] }).ended
  expect(code).toBe(0)
  expect(output).toContain('Orașul 1 is the live map')
  expect(await datasets()).toEqual([{ name: 'Orașul 1', state: 'live' }])
  const { rows } = await sql<{ names: number; foreign: number; tiles: number; roads: number }>`
    select (select count(*) from gazetteer) as names,
      (select count(*) from gazetteer g join map_datasets d on d.id = g.dataset_id where d.state <> 'live') as foreign,
      (select count(*) from map_tiles) as tiles, (select count(*) from road_graph_parts) as roads
  `.execute(database.db)
  expect(rows[0]).toMatchObject({ names: TOWNS * 91, foreign: 0 })
  expect(rows[0]?.tiles).toBeGreaterThan(50)
  expect(rows[0]?.roads).toBeGreaterThan(0)
  expect(await fs.readdir(folder)).not.toContain('map-import')
})
