import type { CompanyId, UserId, ZoneId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'
import type { JsonColumn } from '../../json-column.ts'

export interface ZoneTables {
  polygons: {
    id: Generated<ZoneId>
    company_id: CompanyId
    name: string
    paths: JsonColumn
    area_m2: number
    /** '#rrggbb'; null = chosen by the map. */
    color: Generated<string | null>
    version: Generated<number>
    updated_at: Generated<Date | null>
    updated_by: Generated<UserId | null>
    deleted_at: Generated<Date | null>
    created_at: Date
  }
  polygon_changes: {
    id: Generated<number>
    company_id: CompanyId
    at: Date
    user_id: UserId | null
    polygon_id: ZoneId
    action: 'created' | 'changed' | 'deleted' | 'restored'
    before: JsonColumn | null
    after: JsonColumn | null
  }
}
