import type { ColumnType } from 'kysely'

/** pg parses jsonb on the way out and wants text on the way in. */
export type JsonColumn = ColumnType<unknown, string, string>
export type JsonColumnWithDefault = ColumnType<unknown, string | undefined, string>
