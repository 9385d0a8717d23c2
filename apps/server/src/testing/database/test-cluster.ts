import { execFile } from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { connectDatabase, type DatabaseAddress, ensureDatabase } from '../../platform/db/connect.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../../platform/db/postgres/embedded-postgres.ts'
import { installedVersion } from '../../platform/db/postgres/embedded-postgres-binaries.ts'
import { ownerIsGone, takeOwnership } from '../../platform/db/postgres/embedded-postgres-owner.ts'
import type { LaunchNotes } from '../../platform/db/postgres/postgres-cluster.ts'
import { isPostmasterOf, readPidFile } from '../../platform/db/postgres/postgres-pid-file.ts'
import { MEMORY_FOLDER } from '../memory-folder.ts'

export interface TestCluster {
  admin: DatabaseAddress
  /** Name of a migrated database without connections. */
  template: string
  /** Prefix of every database name of this test run. */
  prefix: string
  stop(): Promise<void>
}

const run = promisify(execFile)
const QUIET: LaunchNotes = { info: () => undefined, warn: () => undefined }
const RUN_DIR = 'dispecerat-test-run-'
const CACHE_DIR = 'dispecerat-test-cluster-'
const TEMPLATE = 'migrated'
const STALE_MS = 60 * 60 * 1000

/**
 * Starts PostgreSQL for one test run, on its own copy of a cluster that holds the migrated template. The copy makes runs
 * independent of each other; the original is built again only when a migration changes.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const original = await migratedCluster()
  const { admin, addressOf, stop } = await startCopyOfCluster(path.join(original, 'pgdata'))
  await cacheCatalogue(addressOf(TEMPLATE))
  return { admin, template: TEMPLATE, prefix: 'test', stop }
}

/** The first connection writes the catalogue cache into the database's folder; copies then need not build their own. */
async function cacheCatalogue(template: DatabaseAddress): Promise<void> {
  const { db, close } = connectDatabase(template, { max: 1, isPatient: true })
  await sql`select 1`.execute(db).finally(close)
}

interface CopiedCluster extends Pick<TestCluster, 'admin' | 'stop'> {
  addressOf(database: string): DatabaseAddress
}

/** Starts PostgreSQL on a copy of this data folder, until it is stopped or the next test run finds its owner gone. */
export async function startCopyOfCluster(pgdata: string): Promise<CopiedCluster> {
  await removeOrphans()
  const stateDir = fs.mkdtempSync(path.join(MEMORY_FOLDER, RUN_DIR))
  takeOwnership(stateDir)
  fs.chmodSync(stateDir, 0o755)
  await run('cp', ['-a', pgdata, path.join(stateDir, 'pgdata')])
  const postgres = await startEmbeddedPostgres({ stateDir, notes: QUIET, throwaway: true })
  return {
    admin: postgres.address('postgres'),
    addressOf: postgres.address.bind(postgres),
    stop: async () => {
      await postgres.stop()
      fs.rmSync(stateDir, { recursive: true, force: true })
    },
  }
}

/** Hash of the migrations: the same texts give the same hash. */
export async function migrationsHash(): Promise<string> {
  const hash = crypto.createHash('sha256')
  for (const [name, text] of await readMigrations()) hash.update(`${name}\0${text}\0`)
  return hash.digest('hex').slice(0, 16)
}

async function migratedCluster(): Promise<string> {
  const mark = `${installedVersion()}-${process.getuid?.() ?? 0}-${await migrationsHash()}`
  const finished = path.join(os.tmpdir(), CACHE_DIR + mark)
  if (fs.existsSync(finished)) return finished
  removeOldClusters()

  const stateDir = fs.mkdtempSync(path.join(os.tmpdir(), RUN_DIR))
  takeOwnership(stateDir)
  fs.chmodSync(stateDir, 0o755)
  const postgres = await startEmbeddedPostgres({ stateDir, notes: QUIET, throwaway: true })
  try {
    await ensureDatabase(postgres.address('postgres'), TEMPLATE)
    const { db, close } = connectDatabase(postgres.address(TEMPLATE), { max: 1 })
    await migrate(db).finally(close)
  } finally {
    await postgres.stop()
  }
  try {
    fs.renameSync(stateDir, finished)
  } catch {
    // Another test run finished the same cluster first.
    fs.rmSync(stateDir, { recursive: true, force: true })
  }
  return finished
}

function removeOldClusters(): void {
  for (const dir of foldersNamed(CACHE_DIR, os.tmpdir())) {
    if (Date.now() - fs.statSync(dir).mtimeMs > STALE_MS) fs.rmSync(dir, { recursive: true, force: true })
  }
}

/** Test runs that were killed leave a PostgreSQL server and a folder behind. */
async function removeOrphans(): Promise<void> {
  const folders = [...new Set([MEMORY_FOLDER, os.tmpdir()])]
  for (const stateDir of folders.flatMap((folder) => foldersNamed(RUN_DIR, folder))) {
    if (!ownerIsGone(stateDir)) continue
    const dataDir = path.join(stateDir, 'pgdata')
    const left = readPidFile(dataDir)
    if (left && isPostmasterOf(left.pid, dataDir)) process.kill(left.pid, 'SIGQUIT')
    fs.rmSync(stateDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

function foldersNamed(prefix: string, within: string): string[] {
  return fs
    .readdirSync(within)
    .filter((entry) => entry.startsWith(prefix))
    .map((entry) => path.join(within, entry))
}
