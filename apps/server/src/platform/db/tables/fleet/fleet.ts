import type { Generated } from 'kysely'
import type { JsonColumnWithDefault } from '../../json-column.ts'

export interface FleetTables {
  cars: {
    id: Generated<number>
    company_id: number
    indicativ: string
    number: string
    make: string | null
    model: string | null
    color: string | null
    year: number | null
    seats: Generated<number>
    category: Generated<string>
    options: JsonColumnWithDefault
    taxi_licence_until: string | null
    itp_until: string | null
    rca_until: string | null
    taxi_licence_no: string | null
    notes: string | null
    is_active: Generated<boolean>
    created_at: Date
    updated_at: Date | null
    deleted_at: Date | null
    version: Generated<number>
  }
  paper_warnings: {
    id: Generated<number>
    company_id: number
    car_id: number | null
    driver_id: number | null
    paper: string
    until: string
    stage: number
    warned_at: Date
  }
  car_photos: {
    car_id: number
    content_type: 'image/jpeg' | 'image/png'
    photo: Buffer
    updated_at: Date
  }
  driver_cars: {
    driver_id: number
    car_id: number
    is_default: Generated<boolean>
  }
  driver_status: {
    driver_id: number
    company_id: number
    service_ids: Generated<number[]>
    on_shift: Generated<boolean>
    is_paused: Generated<boolean>
    is_busy: Generated<boolean>
    idle_from: Date | null
    current_car_id: number | null
    balance_bani: Generated<number>
    ignored_in_row: Generated<number>
    updated_at: Date
  }
  driver_shifts: {
    id: Generated<number>
    driver_id: number
    car_id: number
    started_at: Date
    stopped_at: Date | null
  }
  driver_last_positions: {
    driver_id: number
    lat: number
    long: number
    heading: number | null
    speed: number | null
    recorded_at: Date
    zone_id: number | null
    implausible: 'jump' | 'mock' | null
    consistent_fixes: Generated<number>
  }
  driver_trail: {
    driver_id: number
    recorded_at: Date
    lat: number
    long: number
    order_id: number | null
  }
  users_intervals: {
    id: Generated<number>
    company_id: number
    time_from: Date
    time_to: Date
    created_by: number | null
    created_at: Date
    deleted_at: Date | null
    deleted_by: number | null
  }
  users_interval_users: {
    interval_id: number
    user_id: number
  }
}
