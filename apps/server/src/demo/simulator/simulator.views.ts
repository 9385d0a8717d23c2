import type { SimulatedDriver, SimulatorCompany } from '@dispecerat/contract/demo/simulator'
import { DEFAULT_CENTRE } from '@dispecerat/domain/kernel/geo'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

const ROMANIAN = sql.raw('"und-x-icu"')

interface Row extends Omit<SimulatedDriver, 'at' | 'created_at'> {
  lat: number
  long: number
  created_at: Date
}

/** Active simulated drivers of the companies in scope, by call sign; `only` limits them to some ids. */
export async function simulatedDrivers(
  db: Db,
  scope: Scope,
  only: readonly number[] | null = null,
): Promise<SimulatedDriver[]> {
  const mine = ofCompanies(scope, 'made.company_id')
  const { rows } = await sql<Row>`
    select users.id, made.company_id, users.name, cars.indicativ, status.on_shift, status.is_paused, status.is_busy,
      coalesce(seen.lat, made.start_lat) as lat, coalesce(seen.long, made.start_long) as long, made.created_at
    from simulated_drivers as made
    join users on users.id = made.driver_id and users.deleted_at is null
    join driver_status as status on status.driver_id = made.driver_id
    join driver_cars as own on own.driver_id = made.driver_id and own.is_default
    join cars on cars.id = own.car_id
    left join driver_last_positions as seen on seen.driver_id = made.driver_id
    where made.ended_at is null and ${mine}
      and (${only}::bigint[] is null or made.driver_id = any(${only}::bigint[]))
    order by made.company_id, made.driver_id
  `.execute(db)
  return rows.map(({ lat, long, created_at, ...row }) => ({
    ...row,
    at: { lat, long },
    created_at: toWireTime(created_at),
  }))
}

/** Companies in scope where drivers can be simulated; `only` limits them to one id. */
export async function simulatorCompanies(
  db: Db,
  scope: Scope,
  only: number | null = null,
): Promise<SimulatorCompany[]> {
  const mine = ofCompanies(scope, 'companies.id')
  const { rows } = await sql<Omit<SimulatorCompany, 'at'> & { lat: number | null; lng: number | null }>`
    select companies.id, companies.name, companies.lat, companies.lng,
      coalesce(settings.simulate_in_production, false) as simulate_in_production
    from companies left join company_settings as settings on settings.company_id = companies.id
    where companies.deleted_at is null and ${mine} and (${only}::bigint is null or companies.id = ${only})
    order by companies.name collate ${ROMANIAN}, companies.id
  `.execute(db)
  return rows.map(({ lat, lng, ...company }) => ({
    ...company,
    at: lat === null || lng === null ? DEFAULT_CENTRE : { lat, long: lng },
  }))
}
