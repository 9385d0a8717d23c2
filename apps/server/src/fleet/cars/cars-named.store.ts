import type { CarId, CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { recordCreations } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { carsChanged } from './emit-cars-changed.ts'

/** A car as named in a driver's row: by its plate, by its call sign, or by both. */
export interface CarNamed {
  car_number?: string | undefined
  car_sign?: string | undefined
}

export interface NamedCars {
  byPlate: Map<string, number>
  /** Lower case; active cars. */
  bySign: Map<string, number>
}

/** The company's cars with these plates and call signs, with one query for any number of rows. */
export async function namedCars(db: Db | Tx, companyId: CompanyId, named: readonly CarNamed[]): Promise<NamedCars> {
  const plates = named.flatMap(({ car_number }) => car_number ?? [])
  const signs = named.flatMap(({ car_sign }) => car_sign?.toLowerCase() ?? [])
  const { rows } = await sql<{ id: number; number: string; sign: string; isActive: boolean }>`
    select id, number, lower(indicativ) as sign, is_active as "isActive" from cars
    where company_id = ${companyId} and deleted_at is null
      and (number = any(${plates}::text[]) or (is_active and lower(indicativ) = any(${signs}::text[])))
  `.execute(db)
  return {
    byPlate: new Map(rows.map(({ number, id }) => [number, id])),
    bySign: new Map(rows.filter(({ isActive }) => isActive).map(({ sign, id }) => [sign, id])),
  }
}

/** Assigns new drivers to the cars in their rows, as their default. */
export async function linkNewDrivers(
  tx: Tx,
  actor: Actor,
  { companyId, links }: { companyId: CompanyId; links: readonly { phone: string; carId: CarId }[] },
  now: Date,
): Promise<void> {
  if (links.length === 0) return
  const carIds = [...new Set(links.map(({ carId }) => carId))]
  await sql`select from cars where id = any(${carIds}::bigint[]) order by id for update`.execute(tx)
  const rowset = sql`jsonb_to_recordset(${JSON.stringify(links.map(({ phone, carId }) => ({ phone, car_id: carId })))}::jsonb)
    as given(phone text, car_id bigint)`
  const { rows } = await sql<{ driverId: DriverId; carId: CarId }>`
    insert into driver_cars (driver_id, car_id, is_default)
    select users.id, given.car_id, true from ${rowset} join users on users.phone = given.phone
    returning driver_id as "driverId", car_id as "carId"
  `.execute(tx)
  await sql`
    update cars set updated_at = ${now}, version = version + 1 where id = any(${carIds}::bigint[])
  `.execute(tx)
  const entries = rows.map(({ driverId, carId }) => ({
    entityId: carId,
    after: { driver_id: driverId, is_default: true },
  }))
  await recordCreations(tx, actor, { entity: 'car', companyId, action: 'driver_linked', rows: entries }, now)
  await record(tx, [carsChanged(companyId)], now)
}
