import type { Generated } from 'kysely'

export interface StandTables {
  stands: {
    id: Generated<number>
    company_id: number
    name: string
    lat: number
    long: number
    radius_m: Generated<number>
    polygon_id: number | null
    capacity: number | null
    is_active: Generated<boolean>
    created_at: Date
    deleted_at: Date | null
  }
  stand_queue: {
    driver_id: number
    stand_id: number
    arrived_at: Date
  }
}
