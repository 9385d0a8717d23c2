import crypto from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { connectDatabase, type DatabaseAddress, ensureDatabase } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { migrationsHash, type TestCluster } from './test-cluster.ts'

const RUN_MARK = 'dispecerat_test_'
const TEMPLATE_MARK = 'dispecerat_template_'

/**
 * Like `startTestCluster`, for an existing PostgreSQL (TEST_DATABASE_URL); its role must be allowed to create
 * databases. An open connection named after the test run tells later runs which databases are orphans.
 */
export async function useTestServer(url: string): Promise<TestCluster> {
  const admin: DatabaseAddress = { url }
  const prefix = `${RUN_MARK}${crypto.randomBytes(4).toString('hex')}`
  const alive = new pg.Client({ connectionString: url, application_name: prefix })
  alive.on('error', () => undefined)
  await alive.connect()

  const { db, close } = connectDatabase(admin, { max: 1, isPatient: true })
  try {
    await dropOrphans(db)
    return {
      admin,
      template: await migratedTemplate(db, url),
      prefix,
      stop: async () => {
        await alive.end()
        const again = connectDatabase(admin, { max: 1, isPatient: true })
        await dropDatabases(again.db, prefix).finally(again.close)
      },
    }
  } finally {
    await close()
  }
}

async function migratedTemplate(db: Db, url: string): Promise<string> {
  const template = TEMPLATE_MARK + (await migrationsHash())
  const unfinished = `${template}_unfinished`
  await sql`select pg_advisory_lock(hashtext(${template}))`.execute(db)
  try {
    const { rows } = await sql`select 1 from pg_database where datname = ${template}`.execute(db)
    if (rows.length > 0) return template
    await dropDatabases(db, TEMPLATE_MARK)
    await ensureDatabase({ url }, unfinished)
    const fresh = connectDatabase({ url: urlOf(url, unfinished) }, { max: 1, isPatient: true })
    await migrate(fresh.db).finally(fresh.close)
    await sql`alter database ${sql.id(unfinished)} rename to ${sql.id(template)}`.execute(db)
    return template
  } finally {
    await sql`select pg_advisory_unlock(hashtext(${template}))`.execute(db)
  }
}

async function dropOrphans(db: Db): Promise<void> {
  const { rows } = await sql<{ run: string }>`
    select distinct substring(datname from '^dispecerat_test_[0-9a-f]{8}') as run from pg_database
    where datname ~ '^dispecerat_test_[0-9a-f]{8}'
      and substring(datname from '^dispecerat_test_[0-9a-f]{8}') not in (select application_name from pg_stat_activity)
  `.execute(db)
  for (const { run } of rows) await dropDatabases(db, run)
}

async function dropDatabases(db: Db, prefix: string): Promise<void> {
  const { rows } = await sql<{ datname: string }>`
    select datname from pg_database where starts_with(datname, ${prefix})
  `.execute(db)
  for (const { datname } of rows) await sql`drop database if exists ${sql.id(datname)} with (force)`.execute(db)
}

export function urlOf(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
