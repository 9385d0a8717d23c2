import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CarId, CompanyId, DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'

/** A driver's status row, locked until the transaction ends. Locked after the order, never before it. */
export interface LockedDriver {
  driverId: DriverId
  companyId: CompanyId
  isActive: boolean
  onShift: boolean
  isPaused: boolean
  isBusy: boolean
  banUntil: Date | null
  balanceBani: number
  /** The car of the shift, otherwise the default one; null when the driver has none. */
  carId: CarId | null
  indicativ: string | null
}

/** Locks the driver's row FOR UPDATE; `driver.unknown` when the user is no driver. */
export async function lockDriver(tx: Tx, driverId: DriverId): Promise<LockedDriver> {
  const { rows } = await sql<LockedDriver>`
    select status.driver_id as "driverId", status.company_id as "companyId", users.is_active as "isActive",
      status.on_shift as "onShift", status.is_paused as "isPaused", status.is_busy as "isBusy",
      users.ban_until as "banUntil", status.balance_bani as "balanceBani", cars.id as "carId", cars.indicativ
    from driver_status as status
    join users on users.id = status.driver_id and users.deleted_at is null
    left join driver_cars as own on own.driver_id = status.driver_id and own.is_default
    left join cars on cars.id = coalesce(status.current_car_id, own.car_id) and cars.deleted_at is null
    where status.driver_id = ${driverId}
    for update of status
  `.execute(tx)
  const driver = rows[0]
  if (!driver) throw new DomainError('driver.unknown')
  return driver
}

/** Locks the driver's row FOR UPDATE; does nothing when the user is no driver. */
export async function holdDriver(tx: Tx, driverId: DriverId): Promise<void> {
  await sql`select 1 from driver_status where driver_id = ${driverId} for update`.execute(tx)
}

/** The locked driver gets an order: no other search may offer them one, and they are no longer idle. */
export async function driverTakes(tx: Tx, driverId: DriverId, now: Date): Promise<void> {
  const { rows } = await sql<{ companyId: CompanyId }>`
    update driver_status set is_busy = true, idle_from = null, ignored_in_row = 0, updated_at = ${now}
    where driver_id = ${driverId} returning company_id as "companyId"
  `.execute(tx)
  await recordStatusChange(tx, driverId, rows[0]?.companyId, now)
}

/** The driver no longer has `orderId`; without another order they are free, and idle from now on. */
export async function driverFreed(tx: Tx, driverId: DriverId, orderId: OrderId, now: Date): Promise<void> {
  await holdDriver(tx, driverId)
  const { rows } = await sql<{ companyId: CompanyId }>`
    update driver_status set
      is_busy = other.exists,
      idle_from = case when other.exists or not on_shift then null else ${now}::timestamptz end,
      updated_at = ${now}
    from (select exists (
      select from orders where driver_id = ${driverId} and state = 'assigned' and id <> ${orderId}
    )) as other
    where driver_id = ${driverId} returning company_id as "companyId"
  `.execute(tx)
  await recordStatusChange(tx, driverId, rows[0]?.companyId, now)
}

/** Makes every node reload the driver. */
export async function recordStatusChange(
  tx: Tx,
  driverId: DriverId,
  companyId: CompanyId | undefined,
  now: Date,
): Promise<void> {
  if (companyId === undefined) return
  await record(tx, [{ event: 'driver_status_changed', toCompanies: [companyId], data: { driver_id: driverId } }], now)
}

export interface DriverWithCar {
  driverId: DriverId
  companyId: CompanyId
  carId: CarId | null
  indicativ: string | null
}

/** A driver of the actor's companies, unlocked; `driver.unknown` for any other. */
export async function driverWithCar(tx: Tx, driverId: DriverId, scope: Scope): Promise<DriverWithCar> {
  const { rows } = await sql<DriverWithCar>`
    select status.driver_id as "driverId", status.company_id as "companyId", cars.id as "carId", cars.indicativ
    from driver_status as status
    join users on users.id = status.driver_id and users.deleted_at is null
    left join driver_cars as own on own.driver_id = status.driver_id and own.is_default
    left join cars on cars.id = coalesce(status.current_car_id, own.car_id) and cars.deleted_at is null
    where status.driver_id = ${driverId}
      and (${scope.companies === 'every'} or status.company_id = any(${companiesOf(scope)}::bigint[]))
  `.execute(tx)
  const driver = rows[0]
  if (!driver) throw new DomainError('driver.unknown')
  return driver
}

function companiesOf(scope: Scope): readonly number[] {
  return scope.companies === 'every' ? [] : scope.companies
}
