import { sql } from 'kysely'
import {
  type ConnectOptions,
  connectDatabase,
  type DatabaseAddress,
  type DatabaseConnection,
} from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/database.ts'
import { limitStatementsOfSession } from '../../platform/db/limit-statements.ts'
import { urlOf } from './test-server-database.ts'

export interface TestDatabase extends DatabaseConnection, AsyncDisposable {
  name: string
  /** Connection settings for a second pool or a separate process. */
  address: DatabaseAddress
}

/** A copy of a database without connections; closing it, or leaving `await using`, drops it. */
export async function copyOfDatabase(
  { admin, template, name }: { admin: DatabaseAddress; template: string; name: string },
  options: ConnectOptions = {},
): Promise<TestDatabase> {
  const create = sql`create database ${sql.id(name)} template ${sql.id(template)} ${copyStrategy(admin)}`
  await asAdmin(admin, (db) => create.execute(db))

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

/** The address of another database on the server that `admin` leads to. */
export function addressOf(admin: DatabaseAddress, database: string): DatabaseAddress {
  return 'url' in admin ? { url: urlOf(admin.url, database) } : { ...admin, database }
}

/**
 * `file_copy` costs a third of logging every page of the template, and it copies the catalogue cache too. It begins with
 * a checkpoint, which is only cheap on our own test server that syncs nothing to disk.
 */
function copyStrategy(admin: DatabaseAddress) {
  return 'url' in admin ? sql`` : sql`strategy file_copy`
}

/** Copying the template depends on the speed of the disk, so the statement timeout of requests is too short for it. */
export async function asAdmin(admin: DatabaseAddress, work: (db: Db) => Promise<unknown>): Promise<void> {
  await adminOf(admin)
    .connection()
    .execute(async (db) => {
      await limitStatementsOfSession(db, 50)
      await work(db)
    })
}

const admins = new Map<string, Db>()

/** The pool stays open, because a new connection costs a third of a copy. It does not keep the process from ending. */
function adminOf(admin: DatabaseAddress): Db {
  const key = JSON.stringify(admin)
  const known = admins.get(key)
  if (known) return known
  const { db, pool } = connectDatabase(admin, { isPatient: true })
  pool.options.allowExitOnIdle = true
  admins.set(key, db)
  return db
}
