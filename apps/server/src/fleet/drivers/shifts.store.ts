import { RESERVED_STAND_MS } from '@dispecerat/domain/fleet/reserved-place'
import type { CarId, DriverId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { losePlace } from './driver-status.store.ts'

/** The requested car when it is one of the driver's, or the default one; null when there is no such car. */
export async function carForShift(tx: Tx, driverId: DriverId, carId: CarId | undefined): Promise<CarId | null> {
  const { rows } = await sql<{ id: CarId }>`
    select cars.id from driver_cars as own
    join cars on cars.id = own.car_id and cars.is_active and cars.deleted_at is null
    where own.driver_id = ${driverId} and (own.car_id = ${carId ?? null} or (${carId === undefined} and own.is_default))
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** False when another driver has the car now: the unique index of open shifts decides. */
export async function openShift(tx: Tx, driverId: DriverId, carId: CarId, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into driver_shifts (driver_id, car_id, started_at) values (${driverId}, ${carId}, ${now})
    on conflict do nothing returning id
  `.execute(tx)
  if (rows.length === 0) return false
  await sql`
    update driver_status set on_shift = true, current_car_id = ${carId}, ignored_in_row = 0, updated_at = ${now},
      idle_from = case when is_busy then null else ${now}::timestamptz end
    where driver_id = ${driverId}
  `.execute(tx)
  await losePlace(tx, driverId)
  return true
}

export async function closeShift(tx: Tx, driverId: DriverId, now: Date): Promise<void> {
  await sql`update driver_shifts set stopped_at = ${now} where driver_id = ${driverId} and stopped_at is null`.execute(
    tx,
  )
  await sql`
    update driver_status set on_shift = false, is_paused = false, current_car_id = null, idle_from = null, updated_at = ${now}
    where driver_id = ${driverId}
  `.execute(tx)
  await losePlace(tx, driverId)
}

/** A driver who pauses in the queue of a stand gets the place back until a while later. */
export async function savePause(tx: Tx, driverId: DriverId, isPaused: boolean, now: Date): Promise<void> {
  await sql`
    update driver_status set is_paused = ${isPaused}, ignored_in_row = 0, updated_at = ${now} where driver_id = ${driverId}
  `.execute(tx)
  if (!isPaused) return
  const until = new Date(now.getTime() + RESERVED_STAND_MS)
  await sql`
    update driver_status as status set reserved_stand_id = queue.stand_id, reserved_stand_since = queue.arrived_at,
      reserved_stand_until = ${until}
    from stand_queue as queue where queue.driver_id = status.driver_id and status.driver_id = ${driverId} and not status.is_busy
  `.execute(tx)
}
