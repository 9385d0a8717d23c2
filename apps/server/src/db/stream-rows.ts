import { type Compilable, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { limitStatements } from './limit-statements.ts'

const ROWS_AT_ONCE = 1000
/** The first rows of a long sorted list take longer than any screen may ask for. */
const FETCH_SECONDS = 120
/** How long whoever reads may rest before the database ends the reading. */
const REST_SECONDS = 120

/**
 * The rows of a query of any length by a cursor of the server: never more than a thousand in memory, and the next ones are
 * read when they are wanted. One snapshot from the first row to the last. It holds a connection as long as it lasts: read it at
 * the speed of this server, never at that of a client.
 */
export async function* streamRows<Row>(db: Db, query: RawBuilder<Row> | Compilable<Row>): AsyncGenerator<Row> {
  const tx = await db.startTransaction().setAccessMode('read only').execute()
  try {
    await limitStatements(tx, FETCH_SECONDS)
    await sql.raw(`set local idle_in_transaction_session_timeout = '${REST_SECONDS}s'`).execute(tx)
    await sql`declare streamed no scroll cursor for ${query}`.execute(tx)
    for (;;) {
      const { rows } = await sql.raw<Row>(`fetch ${ROWS_AT_ONCE} from streamed`).execute(tx)
      yield* rows
      if (rows.length < ROWS_AT_ONCE) break
    }
  } finally {
    // Read only: there is nothing to keep, and after an error nothing else is allowed.
    await tx.rollback().execute()
  }
}
