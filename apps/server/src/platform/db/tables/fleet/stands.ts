import type { CompanyId, DriverId, StandId, ZoneId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'

export interface StandTables {
  stands: {
    id: Generated<StandId>
    company_id: CompanyId
    name: string
    lat: number
    long: number
    radius_m: Generated<number>
    polygon_id: ZoneId | null
    capacity: number | null
    is_active: Generated<boolean>
    created_at: Date
    deleted_at: Date | null
  }
  stand_queue: {
    driver_id: DriverId
    stand_id: StandId
    arrived_at: Date
  }
}
