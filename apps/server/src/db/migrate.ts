import fs from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Migration, Migrator, sql } from 'kysely'
import type { Db } from './database.ts'

const MIGRATIONS_DIR = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../migrations')

const MIGRATION_NAME = /^\d{4}_[a-z0-9_]+\.sql$/

/** The migrations on disk in the order they run: name without .sql → text. Throws on a file that is not one. */
export async function readMigrations(dir = MIGRATIONS_DIR): Promise<Map<string, string>> {
  const files = (await fs.readdir(dir)).filter((file) => file.endsWith('.sql')).sort()
  const wrong = files.find((file) => !MIGRATION_NAME.test(file))
  if (wrong) throw new Error(`migrations/${wrong} is not named like 0001_foundation.sql`)
  const read = files.map(async (file) => [file.slice(0, -4), await fs.readFile(path.join(dir, file), 'utf8')] as const)
  return new Map(await Promise.all(read))
}

/**
 * Brings the database to the newest migration, all or nothing; returns the names that ran.
 * Several nodes may start at once: an advisory lock lets one migrate and the others wait and find nothing to do.
 */
export async function migrate(db: Db, dir = MIGRATIONS_DIR): Promise<string[]> {
  const texts = await readMigrations(dir)
  return db.connection().execute(async (connection) => {
    // Index builds and the wait for another node's migration outlast the limits of ordinary statements.
    await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`.execute(
      connection,
    )
    try {
      const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => asMigrations(texts) } })
      const { error, results } = await migrator.migrateToLatest()
      if (error) {
        const failed = results?.find((result) => result.status === 'Error')
        throw new Error(`migration ${failed?.migrationName ?? ''} failed: ${reason(error)}`, { cause: error })
      }
      return (results ?? []).map((result) => result.migrationName)
    } finally {
      await sql`reset statement_timeout; reset lock_timeout`.execute(connection)
    }
  })
}

/** Names of migrations on disk that the database does not have yet. */
export async function pendingMigrations(db: Db, dir = MIGRATIONS_DIR): Promise<string[]> {
  const names = [...(await readMigrations(dir)).keys()]
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found
  `.execute(db)
  if (!tables[0]?.found) return names
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map((row) => row.name))
  return names.filter((name) => !done.has(name))
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
