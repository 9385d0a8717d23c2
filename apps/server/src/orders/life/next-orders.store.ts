import type { DriverId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { type OrderColumns, type OrderRecord, orderFromRow } from '../order-record.ts'

/** Locks the order queued behind the driver's trip (FOR UPDATE), if there is one. */
export async function lockNextOrder(tx: Tx, driverId: DriverId): Promise<void> {
  await sql`
    select 1 from orders where driver_id = ${driverId} and state = 'assigned' and is_next_order for update
  `.execute(tx)
}

/** Makes the queued order the driver's current one when the trip before it is over; null when there is none, or the trip still runs. */
export async function nextBecomesCurrent(tx: Tx, driverId: DriverId, now: Date): Promise<OrderRecord | null> {
  const { rows } = await sql<OrderColumns>`
    update orders set is_next_order = false, version = version + 1, updated_at = ${now}
    where driver_id = ${driverId} and state = 'assigned' and is_next_order and not exists (
      select from orders as current
      where current.driver_id = ${driverId} and current.state = 'assigned' and not current.is_next_order)
    returning *
  `.execute(tx)
  return rows[0] ? orderFromRow(rows[0]) : null
}

/** True when the locked driver may take one more order: only behind a single trip with the client in the car. */
export async function isFinishingOneTrip(tx: Tx, driverId: DriverId): Promise<boolean> {
  const { rows } = await sql<{ isStarted: boolean }>`
    select trip_state = 'started' as "isStarted" from orders where driver_id = ${driverId} and state = 'assigned'
  `.execute(tx)
  return rows.length === 1 && rows[0]?.isStarted === true
}
