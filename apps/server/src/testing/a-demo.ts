import { sql } from 'kysely'
import { pino } from 'pino'
import { inject } from 'vitest'
import { furnish } from '../demo/seed/demo.public.ts'
import { connectDatabase, type DatabaseAddress } from '../platform/db/connect.ts'
import type { Db } from '../platform/db/database.ts'
import { limitStatementsOfSession } from '../platform/db/limit-statements.ts'
import { addressOf, asAdmin, copyOfDatabase, type TestDatabase } from './database/database-copy.ts'
import { TestClock } from './test-clock.ts'

/** Time of the test clock while the demo data was written. */
export const DEMO_AT = '2026-03-18T12:34:56Z'

/** Timeout of a hook or test that may be the first to fill the demo: it takes one core many seconds, and other tests share the machine. */
export const MAY_FILL_DEMO = { timeout: 240_000 }

let made = 0

/** A copy of the demo database, as the first start on an empty database fills it. A test run fills it once, when it is first needed. */
export async function aDemo(): Promise<TestDatabase> {
  const { admin, template, prefix } = inject('testCluster')
  const demo = `${prefix}_demo`
  // Test workers are separate processes; the advisory lock makes the second one wait for the first.
  await asAdmin(admin, async (db) => {
    await limitStatementsOfSession(db, MAY_FILL_DEMO.timeout / 1000)
    await sql`set lock_timeout = 0`.execute(db)
    await sql`select pg_advisory_lock(hashtext(${demo}))`.execute(db)
    try {
      if (!(await exists(db, demo))) await fillDemo(db, { admin, template, demo })
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${demo}))`.execute(db)
    }
  })
  made += 1
  return copyOfDatabase({ admin, template: demo, name: `${demo}_${process.pid}_${made}` })
}

async function fillDemo(
  db: Db,
  { admin, template, demo }: { admin: DatabaseAddress; template: string; demo: string },
): Promise<void> {
  const unfinished = `${demo}_unfinished`
  await sql`drop database if exists ${sql.id(unfinished)}`.execute(db)
  await sql`create database ${sql.id(unfinished)} template ${sql.id(template)}`.execute(db)
  const filled = connectDatabase(addressOf(admin, unfinished), { isPatient: true })
  const parts = { db: filled.db, clock: new TestClock(DEMO_AT), log: pino({ level: 'silent' }) }
  await furnish({ demo: true }, parts).finally(filled.close)
  await sql`alter database ${sql.id(unfinished)} rename to ${sql.id(demo)}`.execute(db)
}

async function exists(db: Db, database: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_database where datname = ${database}`.execute(db)
  return rows.length > 0
}
