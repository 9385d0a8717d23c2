import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'
import type { JsonColumn } from '../../json-column.ts'

export interface ImportTables {
  imports: {
    id: Generated<number>
    company_id: CompanyId
    started_by: UserId | null
    started_at: Date
    kind: string
    state: Generated<string>
    rows: JsonColumn | null
    row_count: number
    prepared_count: Generated<number>
    /** In the order of `rows`; null for rows that were skipped. */
    added_ids: (number | null)[] | null
    recorded_count: Generated<number>
    request: JsonColumn
    report: JsonColumn
    refusal: JsonColumn | null
    advanced_at: Date
    stopped_by: UserId | null
    ended_at: Date | null
  }
  import_users: {
    import_id: number
    user_id: UserId
  }
}
