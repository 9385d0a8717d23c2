import type { Selectable } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** A row as the seed writes it: the columns it names, JSON columns as plain values. */
export type SeedRow<Table extends keyof Tables> = Partial<Selectable<Tables[Table]>>

/** Everything of one seed, by table. The order of the tables is the order of writing. */
export type SeedRows = { [Table in keyof Tables]?: SeedRow<Table>[] }
