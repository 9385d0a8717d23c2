import type { CompanyId, DriverId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'

export interface SimulatorTables {
  simulated_drivers: {
    driver_id: DriverId
    company_id: CompanyId
    made_by: UserId | null
    start_lat: number
    start_long: number
    created_at: Date
    ended_at: Date | null
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
}
