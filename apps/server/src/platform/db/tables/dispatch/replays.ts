import type { ColumnType, Generated } from 'kysely'

export interface ReplayTables {
  search_replays: {
    id: Generated<number>
    company_id: number
    asked_by: number | null
    status: Generated<'running' | 'done' | 'failed' | 'canceled'>
    progress: Generated<number>
    range_from: Date
    range_to: Date
    rules: ColumnType<unknown, string, string>
    result: ColumnType<unknown, string | null | undefined, string | null>
    asked_at: Date
    beat_at: Date
    ended_at: Date | null
  }
}
