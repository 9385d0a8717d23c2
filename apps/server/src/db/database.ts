import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

/** What a store function takes first: it can only run inside a transaction. */
export type Tx = Transaction<Tables>
