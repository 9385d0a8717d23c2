import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables/tables.ts'

export type Db = Kysely<Tables>

/** The first parameter of store functions that must run inside a transaction. */
export type Tx = Transaction<Tables>
