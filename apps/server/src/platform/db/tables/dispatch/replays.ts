import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { ColumnType, Generated } from 'kysely'

export interface ReplayTables {
  search_replays: {
    id: Generated<number>
    company_id: CompanyId
    asked_by: UserId | null
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
