import { sql } from 'kysely'

/** For a transaction that a test holds open: a busy machine may need longer for the rest than one may be idle (10 s). */
export const mayStayIdle = sql`set local idle_in_transaction_session_timeout = 0`
