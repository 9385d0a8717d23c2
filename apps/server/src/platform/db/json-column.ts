import type { ColumnType } from 'kysely'

/** pg parses jsonb when reading and expects text when writing. */
export type JsonColumn = ColumnType<unknown, string, string>
export type JsonColumnWithDefault = ColumnType<unknown, string | undefined, string>
