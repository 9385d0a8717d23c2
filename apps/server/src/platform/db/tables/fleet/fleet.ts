import type { Implausible } from '@dispecerat/domain/fleet/position-plausibility'
import type { CarId, CompanyId, DriverId, OrderId, StandId, UserId, ZoneId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'
import type { JsonColumnWithDefault } from '../../json-column.ts'

export interface FleetTables {
  cars: {
    id: Generated<CarId>
    company_id: CompanyId
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
    company_id: CompanyId
    car_id: CarId | null
    driver_id: DriverId | null
    paper: string
    until: string
    stage: number
    warned_at: Date
  }
  car_photos: {
    car_id: CarId
    content_type: 'image/jpeg' | 'image/png'
    photo: Buffer
    updated_at: Date
  }
  driver_cars: {
    driver_id: DriverId
    car_id: CarId
    is_default: Generated<boolean>
  }
  devices: {
    id: Generated<number>
    install_id: string | null
    imei: string | null
    company_id: CompanyId
    user_id: UserId | null
    platform: 'android' | 'ios'
    model: string | null
    os_version: string | null
    app_version: string | null
    /** Sealed. */
    push_token: string | null
    phone_number: string | null
    status: Generated<'active' | 'blocked' | 'lost'>
    notes: string | null
    created_at: Date
    last_seen_at: Date | null
    updated_at: Date | null
    deleted_at: Date | null
    version: Generated<number>
  }
  driver_status: {
    driver_id: DriverId
    company_id: CompanyId
    service_ids: Generated<number[]>
    on_shift: Generated<boolean>
    is_paused: Generated<boolean>
    is_busy: Generated<boolean>
    idle_from: Date | null
    reserved_idle_from: Date | null
    reserved_stand_id: StandId | null
    reserved_stand_since: Date | null
    reserved_stand_until: Date | null
    current_car_id: CarId | null
    balance_bani: Generated<number>
    ignored_in_row: Generated<number>
    updated_at: Date
  }
  driver_shifts: {
    id: Generated<number>
    driver_id: DriverId
    car_id: CarId
    started_at: Date
    stopped_at: Date | null
  }
  driver_last_positions: {
    driver_id: DriverId
    lat: number
    long: number
    heading: number | null
    speed: number | null
    recorded_at: Date
    zone_id: ZoneId | null
    implausible: Implausible | null
    consistent_fixes: Generated<number>
  }
  driver_trail: {
    driver_id: DriverId
    recorded_at: Date
    lat: number
    long: number
    order_id: OrderId | null
    is_marked: Generated<boolean>
  }
  users_intervals: {
    id: Generated<number>
    company_id: CompanyId
    time_from: Date
    time_to: Date
    created_by: UserId | null
    created_at: Date
    deleted_at: Date | null
    deleted_by: UserId | null
  }
  users_interval_users: {
    interval_id: number
    user_id: UserId
  }
}
