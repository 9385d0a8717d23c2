import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { schemaObjects } from './schema-text.ts'

/** Migrations that were replaced by a baseline: fewer files that make the same schema. */
export interface ReplacedChain {
  /** Names of the replaced migrations. */
  migrations: readonly string[]
  /** Names of the migrations that replace them. */
  baseline: readonly string[]
  /** Views of the replaced chain that the baseline does not make. */
  droppedViews: readonly string[]
  /** Trigger functions of the replaced chain that the baseline does not make; their triggers go with them. */
  droppedFunctions: readonly string[]
  /** Schema that the replaced migrations made: first line of each object → hash of its text. */
  objects: Readonly<Record<string, string>>
}

const FILE = 'replaced-chain.json'

export async function readReplacedChain(dir: string): Promise<ReplacedChain | undefined> {
  try {
    return JSON.parse(await fs.readFile(path.join(dir, FILE), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
}

export function ranReplacedMigrations(done: ReadonlySet<string>, { migrations }: ReplacedChain): boolean {
  return migrations.some((name) => done.has(name))
}

/**
 * Gives a database that ran the whole replaced chain, and has its schema, the baseline's list of migrations, in one transaction. Any other
 * database that ran migrations of that chain is refused and stays unchanged. A database without migrations of the chain is not touched.
 */
export async function adoptBaseline(db: Db, chain: ReplacedChain): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Waits for a node that adopts the database too, whose list is then found here, and for a migration of the previous version that still runs.
    await sql`lock table kysely_migration in share row exclusive mode`.execute(tx)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(tx)
    const done = new Set(rows.map(({ name }) => name))
    if (!ranReplacedMigrations(done, chain)) return
    requireWholeChain(done, chain)
    await requireItsSchema(tx, chain)
    for (const view of chain.droppedViews) await sql`drop view if exists ${sql.id(view)}`.execute(tx)
    for (const name of chain.droppedFunctions) await sql`drop function ${sql.id(name)} cascade`.execute(tx)
    await sql`delete from kysely_migration`.execute(tx)
    const names = JSON.stringify(chain.baseline)
    await sql`
      insert into kysely_migration (name, timestamp)
      select name, to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      from jsonb_array_elements_text(${names}::jsonb) as name
    `.execute(tx)
  })
}

/**
 * A short hash per object of the schema, by its first line. Parentheses do not count: after a dump is restored, PostgreSQL writes nested
 * conditions as `a OR b OR c` that the migrations made as `(a OR b) OR c`.
 */
export async function hashesOfObjects(db: Db): Promise<Map<string, string>> {
  const objects = await schemaObjects(async (query) => {
    const { rows } = await sql.raw<{ line: string }>(query).execute(db)
    return rows.map(({ line }) => line)
  })
  return new Map(
    objects.map((text) => {
      const [firstLine = ''] = text.split('\n')
      return [firstLine, createHash('sha256').update(text.replaceAll(/[()]/g, '')).digest('hex').slice(0, 16)]
    }),
  )
}

function requireWholeChain(done: ReadonlySet<string>, { migrations, baseline }: ReplacedChain): void {
  const unknown = [...done].find((name) => !migrations.includes(name))
  if (unknown !== undefined)
    throw new Error(`the database ran ${unknown}, which is not one of the migrations that ${baseline[0]} replaces`)
  const missing = migrations.find((name) => !done.has(name))
  if (missing !== undefined)
    throw new Error(
      `the database did not run ${missing}, which ${baseline[0]} replaces: start the last version with migrations up to ${migrations.at(-1)} once, then this one`,
    )
}

async function requireItsSchema(tx: Db, { migrations, droppedViews, objects }: ReplacedChain): Promise<void> {
  const found = await hashesOfObjects(tx)
  // An installation may have other extensions, e.g. for monitoring. A missing one of ours would be missed by the tables that need it.
  for (const name of found.keys()) if (name.startsWith('create extension ')) found.delete(name)
  // PostgreSQL 15 and 16 write the text of these views differently.
  for (const view of droppedViews) found.delete(`create view ${view} as`)
  const names = [...new Set([...Object.keys(objects), ...found.keys()])]
  const different = names.find((name) => objects[name] !== found.get(name))
  if (different !== undefined)
    throw new Error(
      `the schema is not the one that the migrations up to ${migrations.at(-1)} make: "${different}" differs`,
    )
}
