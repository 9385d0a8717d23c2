import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The orders that ring on these drivers' phones now. */
export async function ringingOrders(
  db: Db,
  driverIds: readonly DriverId[],
): Promise<{ orderId: OrderId; driverIds: DriverId[] }[]> {
  const { rows } = await sql<{ orderId: OrderId; driverIds: DriverId[] }>`
    select order_id as "orderId", array_agg(driver_id order by driver_id) as "driverIds" from search_offers
    where driver_id = any(${[...driverIds]}::bigint[]) and fate = 'open' and is_exclusive
    group by order_id order by order_id
  `.execute(db)
  return rows
}

/** A server that starts does not know when the phones lost the previous process, so none of the offers that ring counts as ignored. */
export async function markRingingOffline(db: Db): Promise<void> {
  await sql`
    update search_offers set offline_at = notified_at where fate = 'open' and is_exclusive and offline_at is null
  `.execute(db)
}
