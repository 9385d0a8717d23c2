import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/db/tables/tables.ts'

/** A row as the seed writes it: only the columns it names, JSON columns as plain values. */
export type SeedRow<Table extends keyof Tables> = Partial<Selectable<Tables[Table]>>

/** Rows of one seed by table. */
export type SeedRows = { [Table in keyof Tables]?: SeedRow<Table>[] }
