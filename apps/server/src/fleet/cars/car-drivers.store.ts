import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CarId, CompanyId, DriverId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { holdDriver, recordStatusChange } from '../fleet.public.ts'

/** Ids of the drivers who may drive the car or drive it now, in the order in which their rows are locked. */
export async function driversOf(tx: Tx, carId: CarId): Promise<UserId[]> {
  const { rows } = await sql<{ id: DriverId }>`
    select driver_id as id from driver_cars where car_id = ${carId}
    union select driver_id from driver_status where current_car_id = ${carId} order by id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** Locks the drivers' rows, so that none takes an order meanwhile; `car.on_trip` when one has an order. */
export async function requireFree(tx: Tx, driverIds: readonly DriverId[], carId: CarId): Promise<void> {
  for (const driverId of driverIds) await holdDriver(tx, driverId)
  const { rows } = await sql`
    select from orders
    where state = 'assigned' and (car_id = ${carId} or driver_id = any(${[...driverIds]}::bigint[])) limit 1
  `.execute(tx)
  if (rows.length > 0) throw new DomainError('car.on_trip')
}

/** Makes every node reload these drivers, whose car, options or documents changed. */
export async function notifyDrivers(
  tx: Tx,
  driverIds: readonly DriverId[],
  companyId: CompanyId,
  now: Date,
): Promise<void> {
  for (const driverId of driverIds) await recordStatusChange(tx, driverId, companyId, now)
}

/** A driver of the company; `driver.unknown` for any other. */
export async function requireDriver(tx: Tx, companyId: CompanyId, driverId: DriverId): Promise<void> {
  const { rows } = await sql`
    select from driver_status as status join users on users.id = status.driver_id and users.deleted_at is null
    where status.driver_id = ${driverId} and status.company_id = ${companyId}
  `.execute(tx)
  if (rows.length === 0) throw new DomainError('driver.unknown')
}

/** A new default replaces the driver's previous one; the first car becomes the default. */
export async function linkDriverToCar(
  tx: Tx,
  { driverId, carId, isDefault }: { driverId: DriverId; carId: CarId; isDefault: boolean },
): Promise<void> {
  if (isDefault) {
    await sql`update driver_cars set is_default = false where driver_id = ${driverId} and is_default`.execute(tx)
  }
  await sql`
    insert into driver_cars (driver_id, car_id, is_default)
    values (${driverId}, ${carId}, ${isDefault} or not exists (select from driver_cars where driver_id = ${driverId} and is_default))
    on conflict (driver_id, car_id) do update set is_default = ${isDefault}
  `.execute(tx)
}

/** False when the car was not assigned to the driver. */
export async function unlinkDriverFromCar(tx: Tx, driverId: DriverId, carId: CarId): Promise<boolean> {
  const { rows } = await sql`
    delete from driver_cars where driver_id = ${driverId} and car_id = ${carId} returning driver_id
  `.execute(tx)
  return rows.length > 0
}
