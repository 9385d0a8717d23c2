import type { CompanyId, DriverId, UserId } from '@dispecerat/domain/kernel/ids'

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
}
