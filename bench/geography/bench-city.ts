import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { importExtract } from '../../apps/server/src/adapters/map-import/import-extract.ts'
import { loadSchematicCity } from '../../apps/server/src/adapters/map-import/schematic/schematic-city.ts'
import { connectDatabase, ensureDatabase } from '../../apps/server/src/platform/db/connect.ts'
import type { Db } from '../../apps/server/src/platform/db/database.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/postgres/embedded-postgres.ts'

const AT = new Date('2026-03-01T08:00:00Z')

interface BenchCity extends AsyncDisposable {
  db: Db
  /** Describes the loaded map, for the notes of a report. */
  about: string
}

/** A database of its own with the map of MAP_EXTRACT, or with the schematic city when there is no extract. */
export async function openCity(): Promise<BenchCity> {
  const stateDir = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-bench-'))
  fs.chmodSync(stateDir, 0o755)
  const postgres = await startEmbeddedPostgres({ stateDir, notes: { info: () => undefined, warn: () => undefined } })
  const address = postgres.address('dispecerat')
  await ensureDatabase(postgres.address('postgres'), 'dispecerat')
  const { db, close } = connectDatabase(address, { max: 4 })
  const end = async () => {
    await close()
    await postgres.stop()
    fs.rmSync(stateDir, { recursive: true, force: true })
  }
  try {
    await migrate(db)
    return { db, about: await load(db, path.join(stateDir, 'map-import')), [Symbol.asyncDispose]: end }
  } catch (error) {
    await end()
    throw error
  }
}

async function load(db: Db, folder: string): Promise<string> {
  const extract = process.env.MAP_EXTRACT
  if (!extract) {
    await loadSchematicCity(db, AT)
    return 'the schematic city: MAP_EXTRACT names no extract'
  }
  const { name, names, spots } = await importExtract(db, extract, { at: AT, folder })
  return `${name}: ${names} names, ${spots} points along the streets`
}
