import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/**
 * Makes the walks with an open offer to this driver due now. A locked one is left to its next evaluation: a transaction that holds a driver
 * never waits for a walk.
 */
export async function makeDue(tx: Tx, driverId: DriverId, now: Date): Promise<void> {
  const withOpenOffer = sql`order_id in (select order_id from search_offers where driver_id = ${driverId} and fate = 'open')`
  await bringForward(tx, withOpenOffer, now)
}

/**
 * The locked driver has another order (`except`), accepted or given by a dispatcher, or is banned: withdraws their ringing offers and makes
 * those walks due. Returns the orders.
 */
export async function silenceDriver(
  tx: Tx,
  { driverId, except, now }: { driverId: DriverId; except: OrderId | null; now: Date },
): Promise<OrderId[]> {
  const { rows } = await sql<{ orderId: OrderId }>`
    update search_offers set fate = 'withdrawn', closed_at = ${now}
    where driver_id = ${driverId} and fate = 'open' and is_exclusive
      and order_id is distinct from ${except}::bigint
    returning order_id as "orderId"
  `.execute(tx)
  const orderIds = rows.map(({ orderId }) => orderId)
  if (orderIds.length > 0) await bringForward(tx, sql`order_id = any(${orderIds}::bigint[])`, now)
  return orderIds
}

/** The offer that the driver accepted last. False when there is none. */
export async function markReturned(tx: Tx, orderId: OrderId, driverId: DriverId): Promise<boolean> {
  const { rows } = await sql`
    update search_offers set fate = 'accepted_then_returned' where id = (
      select id from search_offers where order_id = ${orderId} and driver_id = ${driverId} and fate = 'accepted'
      order by id desc limit 1)
    returning id
  `.execute(tx)
  return rows.length > 0
}

async function bringForward(tx: Tx, which: RawBuilder<unknown>, now: Date): Promise<void> {
  await sql`
    update search_walks set due_at = least(due_at, ${now}::timestamptz)
    where id in (
      select id from search_walks where status in ('running', 'queued') and ${which} order by id for update skip locked)
  `.execute(tx)
}

/** True when the client, and not the dispatcher, canceled the order. */
export async function clientCalledOff(tx: Tx, orderId: OrderId): Promise<boolean> {
  const row = await tx
    .selectFrom('orders')
    .select('cancellation_reason_type')
    .where('id', '=', orderId)
    .executeTakeFirst()
  return row?.cancellation_reason_type === 'client_canceled'
}
