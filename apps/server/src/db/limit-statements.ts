import { sql } from 'kysely'
import type { Db } from './database.ts'

/** How long each statement of a transaction may take from now on, instead of the pool's limit; 0: as long as it takes. */
export async function limitStatements(tx: Db, seconds: number): Promise<void> {
  await sql.raw(`set local statement_timeout = '${seconds}s'`).execute(tx)
}

/** The same outside of a transaction, until `reset statement_timeout`. */
export async function limitStatementsOfSession(connection: Db, seconds: number): Promise<void> {
  await sql.raw(`set statement_timeout = '${seconds}s'`).execute(connection)
}

/**
 * The seconds that one of these statements sets; null: it is a reset, undefined: it is another statement. A limit set in any other form
 * is unknown to the connection, which gives up after the pool's.
 */
export function limitThatIsSet(statement: string): number | null | undefined {
  if (/^reset statement_timeout\b/.test(statement)) return null
  const seconds = /^set (?:local )?statement_timeout = '(\d+)s'$/.exec(statement)?.[1]
  return seconds === undefined ? undefined : Number(seconds)
}
