import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'

export interface TariffTables {
  tariffs: {
    id: Generated<number>
    company_id: CompanyId
    service_id: number
    name: string
    start_fee_bani: number
    per_km_bani: number
    per_minute_wait_bani: Generated<number>
    night_percent: Generated<number>
    night_from: Generated<string>
    night_to: Generated<string>
    min_cost_bani: Generated<number>
    created_by: UserId | null
    created_at: Date
    updated_at: Date
    deleted_at: Date | null
    deleted_by: UserId | null
    version: Generated<number>
  }
}
