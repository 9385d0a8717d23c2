import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { ColumnType, Generated } from 'kysely'
import type { JsonColumnWithDefault } from '../../json-column.ts'

type NullableJsonColumn = ColumnType<unknown, string | null | undefined, string | null>

export interface SearchRuleTables {
  search_methods: {
    id: Generated<number>
    company_id: CompanyId
    definitions: JsonColumnWithDefault
    version: Generated<number>
    updated_at: Date
    updated_by: UserId | null
  }
  search_intervals: {
    id: Generated<number>
    company_id: CompanyId
    search_method_id: number | null
    name: string | null
    type: 'weekdays' | 'custom'
    time_from: Generated<string>
    time_to: Generated<string>
    selected_day: number | null
    custom_day: string | null
    sort_order: number
    version: Generated<number>
    updated_at: Date | null
    updated_by: UserId | null
    deleted_at: Date | null
  }
  /** Written by earlier versions only, now that the audit log records changes of rules; a later release drops it. */
  search_rule_changes: {
    id: Generated<number>
    company_id: CompanyId
    at: Date
    user_id: UserId | null
    subject: 'interval' | 'method' | 'order'
    subject_id: number | null
    action: 'created' | 'changed' | 'deleted' | 'restored'
    before: NullableJsonColumn
    after: NullableJsonColumn
  }
}
