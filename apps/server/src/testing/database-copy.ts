import { sql } from 'kysely'
import { type ConnectOptions, connectDatabase, type DatabaseAddress, type DatabaseConnection } from '../db/connect.ts'
import type { Db } from '../db/database.ts'
import { limitStatementsOfSession } from '../db/limit-statements.ts'
import { urlOf } from './test-server-database.ts'

export interface TestDatabase extends DatabaseConnection, AsyncDisposable {
  name: string
  /** For a second pool, or for a process of its own. */
  address: DatabaseAddress
}

/** A copy of a database nobody is connected to; closing it, or leaving `await using`, drops it. */
export async function copyOfDatabase(
  { admin, template, name }: { admin: DatabaseAddress; template: string; name: string },
  options: ConnectOptions = {},
): Promise<TestDatabase> {
  await asAdmin(admin, (db) => sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(db))

  const address = addressOf(admin, name)
  const connection = connectDatabase(address, { isPatient: true, ...options })
  let dropped: Promise<void> | undefined
  const close = () => {
    dropped ??= connection
      .close()
      .then(() => asAdmin(admin, (db) => sql`drop database if exists ${sql.id(name)} with (force)`.execute(db)))
    return dropped
  }
  return { ...connection, name, address, close, [Symbol.asyncDispose]: close }
}

/** A database beside the one that `admin` leads to. */
export function addressOf(admin: DatabaseAddress, database: string): DatabaseAddress {
  return 'url' in admin ? { url: urlOf(admin.url, database) } : { ...admin, database }
}

/** A copy of the template takes as long as the disk is busy, not as long as a request may. */
export async function asAdmin(admin: DatabaseAddress, work: (db: Db) => Promise<unknown>): Promise<void> {
  const { db, close } = connectDatabase(admin, { max: 1, isPatient: true })
  await limitStatementsOfSession(db, 50)
    .then(() => work(db))
    .finally(close)
}
