import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Sets the time limit of the following statements of a transaction, instead of the pool's; 0: no limit. */
export async function limitStatements(tx: Db, seconds: number): Promise<void> {
  await sql.raw(`set local statement_timeout = '${seconds}s'`).execute(tx)
}

/** Sets the limit outside of a transaction, until `reset statement_timeout`. */
export async function limitStatementsOfSession(connection: Db, seconds: number): Promise<void> {
  await sql.raw(`set statement_timeout = '${seconds}s'`).execute(connection)
}

/**
 * The seconds that one of these statements sets; null for a reset, undefined for another statement. The connection does not recognise a
 * limit set in any other form and uses the pool's timeout.
 */
export function limitThatIsSet(statement: string): number | null | undefined {
  if (/^reset statement_timeout\b/.test(statement)) return null
  const seconds = /^set (?:local )?statement_timeout = '(\d+)s'$/.exec(statement)?.[1]
  return seconds === undefined ? undefined : Number(seconds)
}
