import { type Compilable, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { limitStatements } from './limit-statements.ts'

const ROWS_AT_ONCE = 1000
/** The first rows of a long sorted list take longer than the limit of an ordinary statement. */
const FETCH_SECONDS = 120
/** Maximum pause of the reader before the database ends the transaction. */
const REST_SECONDS = 120

/**
 * Streams the rows of a query of any length through a server-side cursor: at most a thousand rows are in memory, and the next ones are
 * fetched on demand. All rows come from one snapshot. It occupies a connection while it lasts, so consume it at the speed of this server,
 * never at that of a client.
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
    // The transaction is read-only, so there is nothing to commit, and after an error a rollback is the only option.
    await tx.rollback().execute()
  }
}
