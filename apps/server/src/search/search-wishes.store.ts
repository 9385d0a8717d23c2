import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** The walks that ring at this driver have something to decide now. */
export async function makeDue(tx: Tx, driverId: number, now: Date): Promise<void> {
  await sql`
    update search_walks set due_at = least(due_at, ${now}::timestamptz)
    where status = 'running'
      and order_id in (select order_id from search_offers where driver_id = ${driverId} and fate = 'open')
  `.execute(tx)
}

/** Did the client cancel the order, and not the dispatcher? */
export async function clientCalledOff(tx: Tx, orderId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('orders')
    .select('cancellation_reason_type')
    .where('id', '=', orderId)
    .executeTakeFirst()
  return row?.cancellation_reason_type === 'client_canceled'
}
