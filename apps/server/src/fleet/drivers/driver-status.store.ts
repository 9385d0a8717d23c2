import { NO_PLACE, placeAfterRelease, type ReservedPlace } from '@dispecerat/domain/fleet/reserved-place'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CarId, CompanyId, DriverId, OrderId, StandId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DomainEventMap } from '../../platform/db/domain-events.ts'
import { record } from '../../platform/db/event-log.ts'
import { leaveQueue } from '../stands/stand-queue.store.ts'

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

/**
 * The locked driver gets an order: no other search may offer them one, and they are no longer idle. The place where they waited is reserved; a
 * driver who takes a next order has none, so what was reserved before the current one stays.
 */
export async function driverTakes(tx: Tx, driverId: DriverId, now: Date): Promise<void> {
  const isStillReserved = sql`(is_busy or reserved_stand_until >= ${now})`
  const { rows } = await sql<{ companyId: CompanyId }>`
    update driver_status as status set is_busy = true, idle_from = null, ignored_in_row = 0, updated_at = ${now},
      reserved_idle_from = case when is_busy then reserved_idle_from else idle_from end,
      reserved_stand_id = case when queue.stand_id is not null then queue.stand_id when ${isStillReserved} then reserved_stand_id end,
      reserved_stand_since = case when queue.stand_id is not null then queue.arrived_at when ${isStillReserved} then reserved_stand_since end,
      reserved_stand_until = null
    from (values (1)) as one left join stand_queue as queue on queue.driver_id = ${driverId}
    where status.driver_id = ${driverId} returning company_id as "companyId"
  `.execute(tx)
  await recordStatusChange(tx, driverId, rows[0]?.companyId, now)
}

/** The driver, who is locked, no longer has `orderId`; without another order they are free, and wait as `placeAfterRelease` says. */
export async function driverFreed(
  tx: Tx,
  { driverId, orderId, release, now }: DomainEventMap['order.driver_released'],
): Promise<void> {
  const driver = await readReleased(tx, driverId, orderId)
  if (!driver) return
  const { hasOther, companyId, onShift } = driver
  const { idleFrom, reserved } = placeAfterRelease({ release, reserved: reservedOf(driver), hasOther, onShift }, now)
  await tx
    .updateTable('driver_status')
    .set({
      is_busy: hasOther,
      idle_from: idleFrom,
      reserved_idle_from: reserved.idleFrom,
      reserved_stand_id: reserved.stand?.standId ?? null,
      reserved_stand_since: reserved.stand?.arrivedAt ?? null,
      reserved_stand_until: reserved.stand?.until ?? null,
      updated_at: now,
    })
    .where('driver_id', '=', driverId)
    .execute()
  // A node that reads both changes at once would leave the driver in the queue, as if there had been no order.
  if (release !== 'no_fault' && !hasOther) await leaveQueue(tx, driverId)
  await recordStatusChange(tx, driverId, companyId, now)
}

interface ReleasedRow {
  companyId: CompanyId
  onShift: boolean
  hasOther: boolean
  idleFrom: Date | null
  standId: StandId | null
  standSince: Date | null
}

/** Read apart from the lock: a statement that waited for it would not see an order that the driver took meanwhile. */
async function readReleased(tx: Tx, driverId: DriverId, orderId: OrderId): Promise<ReleasedRow | undefined> {
  const { rows } = await sql<ReleasedRow>`
    select company_id as "companyId", on_shift as "onShift", reserved_idle_from as "idleFrom", reserved_stand_id as "standId",
      reserved_stand_since as "standSince",
      exists (select from orders where driver_id = ${driverId} and state = 'assigned' and id <> ${orderId}) as "hasOther"
    from driver_status where driver_id = ${driverId}
  `.execute(tx)
  return rows[0]
}

function reservedOf({ idleFrom, standId, standSince }: ReleasedRow): ReservedPlace {
  const stand = standId === null || standSince === null ? null : { standId, arrivedAt: standSince, until: null }
  return { ...NO_PLACE, idleFrom, stand }
}

/** The driver begins anew: a place that was reserved is lost. */
export async function losePlace(tx: Tx, driverId: DriverId): Promise<void> {
  await tx.updateTable('driver_status').set(NOTHING_RESERVED).where('driver_id', '=', driverId).execute()
}

const NOTHING_RESERVED = {
  reserved_idle_from: null,
  reserved_stand_id: null,
  reserved_stand_since: null,
  reserved_stand_until: null,
} as const

/**
 * These drivers have taken their reserved places again: the reservations end, so that a place is taken again once, whichever node the phone
 * reports to afterwards. `until` tells a reservation from a later one.
 */
export async function endReservations(
  tx: Tx,
  ended: readonly { driverId: DriverId; until: number }[],
  now: Date,
): Promise<void> {
  const untils = ended.map(({ until }) => new Date(until))
  const { rows } = await sql<{ driverId: DriverId; companyId: CompanyId }>`
    update driver_status set reserved_stand_id = null, reserved_stand_since = null, reserved_stand_until = null
    where driver_id in (
      select status.driver_id from driver_status status
      join unnest(${ended.map(({ driverId }) => driverId)}::bigint[], ${untils}::timestamptz[]) as ended(driver_id, until)
        on ended.driver_id = status.driver_id and ended.until = date_trunc('milliseconds', status.reserved_stand_until)
      order by status.driver_id for update of status)
    returning driver_id as "driverId", company_id as "companyId"
  `.execute(tx)
  for (const { driverId, companyId } of rows) await recordStatusChange(tx, driverId, companyId, now)
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
