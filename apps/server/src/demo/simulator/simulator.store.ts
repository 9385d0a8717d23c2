import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, DriverId, OrderId, StandId, UserId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { isOfferedBy } from '../../identity/companies/companies.public.ts'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'
import type { StartArea } from './starting-points.ts'

export interface SimulatedCompany {
  companyId: CompanyId
  name: string
  lat: number | null
  long: number | null
}

/**
 * A company of the scope, locked until the end of the transaction, so that call signs are numbered by one request at a time; NO KEY UPDATE
 * still lets orders be inserted. Null when the company is not in the scope.
 */
export async function lockCompany(tx: Tx, companyId: CompanyId, scope: Scope): Promise<SimulatedCompany | null> {
  const { rows } = await sql<SimulatedCompany>`
    select id as "companyId", name, lat, lng as long from companies
    where id = ${companyId} and deleted_at is null and ${ofCompanies(scope, 'id')}
    for no key update
  `.execute(tx)
  return rows[0] ?? null
}

export async function zoneArea(tx: Tx, companyId: CompanyId, zoneId: ZoneId): Promise<StartArea | null> {
  const { rows } = await sql<{ ring: Point[] }>`
    select paths as ring from polygons where id = ${zoneId} and company_id = ${companyId} and deleted_at is null
  `.execute(tx)
  return rows[0] ?? null
}

export async function standArea(tx: Tx, companyId: CompanyId, standId: StandId): Promise<StartArea | null> {
  const { rows } = await sql<{ lat: number; long: number; metres: number }>`
    select lat, long, radius_m as metres from stands
    where id = ${standId} and company_id = ${companyId} and is_active
  `.execute(tx)
  const [stand] = rows
  return stand ? { centre: { lat: stand.lat, long: stand.long }, metres: stand.metres } : null
}

export interface NewDrivers {
  companyId: CompanyId
  madeBy: number | null
  points: readonly Point[]
  now: Date
}

/** Inserts one driver per point, with a car that has every option and the next unused call sign S1, S2, … */
export async function insertSimulatedDrivers(
  tx: Tx,
  { companyId, madeBy, points, now }: NewDrivers,
): Promise<UserId[]> {
  const { rows } = await sql<{ id: DriverId; n: number }>`
    with last as (
      select coalesce(max(substring(indicativ from 2)::int), 0) as n from cars
      where company_id = ${companyId} and indicativ ~ '^S[0-9]{1,6}$'
    )
    insert into users (name, email, identifier, is_simulated, created_at)
    select 'Șofer simulat ' || last.n + step, 'simulat-' || ${companyId} || '-' || last.n + step || '@simulare.invalid',
      'S' || last.n + step, true, ${now}
    from last, generate_series(1, ${points.length}::int) step
    returning id, substring(identifier from 2)::int as n
  `.execute(tx)
  rows.sort((a, b) => a.n - b.n)
  const made = rows.map(({ id, n }, index) => ({ id, n, lat: points[index]?.lat, long: points[index]?.long }))
  const each = sql`jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
    as made(id bigint, n integer, lat double precision, long double precision)`
  await sql`insert into user_roles (user_id, role) select id, 'driver' from ${each}`.execute(tx)
  await sql`insert into user_companies (user_id, company_id) select id, ${companyId} from ${each}`.execute(tx)
  await sql`
    insert into cars (company_id, indicativ, number, make, model, color, options, created_at)
    select ${companyId}, 'S' || n, 'SIM' || ${companyId} || 'S' || n, 'Dacia', 'Logan', 'violet',
      coalesce((select jsonb_agg(key) from order_options), '[]'), ${now}
    from ${each}
  `.execute(tx)
  await sql`
    insert into driver_cars (driver_id, car_id, is_default)
    select made.id, cars.id, true from ${each}
    join cars on cars.company_id = ${companyId} and cars.indicativ = 'S' || made.n and cars.deleted_at is null
  `.execute(tx)
  await sql`
    insert into driver_status (driver_id, company_id, service_ids, updated_at)
    select id, ${companyId}, array(
      select id from services where ${isOfferedBy([companyId])} order by id
    ), ${now} from ${each}
  `.execute(tx)
  await sql`
    insert into simulated_drivers (driver_id, company_id, made_by, start_lat, start_long, created_at)
    select id, ${companyId}, ${madeBy}::bigint, lat, long, ${now} from ${each}
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** The ids that are active simulated drivers of the scope's companies. */
export async function knownOf(tx: Tx, driverIds: readonly DriverId[], scope: Scope): Promise<DriverId[]> {
  const { rows } = await sql<{ id: DriverId }>`
    select driver_id as id from simulated_drivers
    where driver_id = any(${driverIds}::bigint[]) and ended_at is null and ${ofCompanies(scope)}
    order by driver_id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

export async function driversOfCompany(db: Db, companyId: CompanyId): Promise<UserId[]> {
  const { rows } = await sql<{ id: DriverId }>`
    select driver_id as id from simulated_drivers where company_id = ${companyId} and ended_at is null order by driver_id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Simulated drivers without an open session, created before `before`. */
export async function abandonedDrivers(db: Db, now: Date, before: Date): Promise<UserId[]> {
  const { rows } = await sql<{ id: DriverId }>`
    select driver_id as id from simulated_drivers as made
    where ended_at is null and created_at < ${before}
      and not exists (select from access_tokens
        where user_id = made.driver_id and revoked_at is null and expires_at > ${now})
    order by driver_id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The driver's current orders; a started trip comes last. */
export async function ordersOf(db: Db, driverId: DriverId): Promise<OrderId[]> {
  const { rows } = await sql<{ id: OrderId }>`
    select id from orders where driver_id = ${driverId} and state = 'assigned' order by trip_started_at desc nulls first, id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Soft-deletes the driver and the car; past orders keep them. */
export async function endSimulatedDriver(tx: Tx, driverId: DriverId, now: Date): Promise<void> {
  await sql`update simulated_drivers set ended_at = ${now} where driver_id = ${driverId}`.execute(tx)
  await sql`update users set is_active = false, deleted_at = ${now} where id = ${driverId}`.execute(tx)
  await sql`
    update cars set is_active = false, deleted_at = ${now}
    where deleted_at is null and id in (select car_id from driver_cars where driver_id = ${driverId})
  `.execute(tx)
}

/** Saves whether simulated drivers may get the company's real orders. */
export async function saveAllowance(tx: Tx, companyId: CompanyId, isAllowed: boolean): Promise<void> {
  await tx
    .insertInto('company_settings')
    .values({ company_id: companyId, simulate_in_production: isAllowed })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ simulate_in_production: isAllowed }))
    .execute()
}
