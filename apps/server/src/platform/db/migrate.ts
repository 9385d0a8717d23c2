import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Migration, Migrator, sql } from 'kysely'
import pg from 'pg'
import { adoptBaseline, ranReplacedMigrations, readReplacedChain } from './baseline/adopt-baseline.ts'
import type { Db } from './database.ts'
import { limitStatementsOfSession } from './limit-statements.ts'

const MIGRATIONS_DIR = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../migrations')

/**
 * Every statement on a table queues behind a migration that waits for its lock, reads too. A migration blocked by a long transaction, e.g.
 * a backup, therefore gives up after this time and starts over.
 */
const LOCK_SECONDS = 3
const RETRY_DELAY_MS = 1000
/** About ten minutes. */
const MAX_TRIES = 150
const LOCK_NOT_AVAILABLE = '55P03'

const MIGRATION_NAME = /^\d{4}_[a-z0-9_]+\.sql$/

/** The migrations on disk in the order they run: name without .sql → text. Throws on a file that is not a migration. */
export async function readMigrations(dir = MIGRATIONS_DIR): Promise<Map<string, string>> {
  const files = (await fs.readdir(dir)).filter((file) => file.endsWith('.sql')).sort()
  const wrong = files.find((file) => !MIGRATION_NAME.test(file))
  if (wrong) throw new Error(`migrations/${wrong} is not named like 0001_platform.sql`)
  const read = files.map(async (file) => [file.slice(0, -4), await fs.readFile(path.join(dir, file), 'utf8')] as const)
  return new Map(await Promise.all(read))
}

/**
 * Brings the database to the newest migration, all or nothing; returns the names that ran. A database from before the baseline is adopted
 * first, in a transaction of its own.
 * Several nodes may start at once: an advisory lock lets one migrate and the others wait and find nothing to do.
 */
export async function migrate(db: Db, dir = MIGRATIONS_DIR): Promise<string[]> {
  const texts = await readMigrations(dir)
  // The usual start: nothing to do, so no limits are lifted.
  const done = await doneMigrations(db)
  if (done.size === texts.size && [...texts.keys()].every((name) => done.has(name))) return []
  return db.connection().execute(async (connection) => {
    // Index builds outlast the limits of ordinary statements; Kysely waits an hour for another node's migration.
    await limitStatementsOfSession(connection, 0)
    await sql.raw(`set lock_timeout = '${LOCK_SECONDS}s'`).execute(connection)
    try {
      const replaced = await readReplacedChain(dir)
      if (replaced && ranReplacedMigrations(done, replaced))
        await retryOnLockTimeout(() => adoptBaseline(connection, replaced))
      return await retryOnLockTimeout(() => migrateToNewest(connection, texts))
    } finally {
      await sql`reset statement_timeout; reset lock_timeout`.execute(connection)
    }
  })
}

async function migrateToNewest(connection: Db, texts: Map<string, string>): Promise<string[]> {
  const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => asMigrations(texts) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (!error) return results.map((result) => result.migrationName)
  const failed = results.find((result) => result.status === 'Error')
  const subject = failed ? `migration ${failed.migrationName} failed` : 'no migration can run'
  throw new Error(`${subject}: ${reason(error)}`, { cause: error })
}

async function retryOnLockTimeout<T>(work: () => Promise<T>): Promise<T> {
  for (let tryNo = 1; ; tryNo++) {
    try {
      return await work()
    } catch (error) {
      if (tryNo === MAX_TRIES || !isLockTimeout(error)) throw error
      await sleep(RETRY_DELAY_MS)
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === LOCK_NOT_AVAILABLE
  return error instanceof Error && isLockTimeout(error.cause)
}

/**
 * Names of migrations on disk that the database does not have yet. None after a newer version has migrated it, even if that version
 * replaced the list by a shorter one: this version goes on working until it is stopped.
 */
export async function pendingMigrations(db: Db, dir = MIGRATIONS_DIR): Promise<string[]> {
  const names = [...(await readMigrations(dir)).keys()]
  const done = await doneMigrations(db)
  if ([...done].some((name) => !names.includes(name))) return []
  return names.filter((name) => !done.has(name))
}

async function doneMigrations(db: Db): Promise<Set<string>> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found
  `.execute(db)
  if (!tables[0]?.found) return new Set()
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return new Set(rows.map((row) => row.name))
}

/** Without parameters the driver uses the simple protocol, which runs all the statements of a file. */
function asMigrations(texts: Map<string, string>): Record<string, Migration> {
  return Object.fromEntries(
    [...texts].map(([name, text]): [string, Migration] => [
      name,
      { up: async (db) => void (await sql.raw(text).execute(db)) },
    ]),
  )
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
