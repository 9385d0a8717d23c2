import { sql } from 'kysely'

/** For a transaction that a test holds open: on a busy machine the rest may take longer than the idle limit of 10 s. */
export const mayStayIdle = sql`set local idle_in_transaction_session_timeout = 0`
