import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** Counts a failed step of the locked order's walk and sets its retry time; null when no walk runs. */
export async function countFailure(
  tx: Tx,
  orderId: OrderId,
  retryAt: (failures: number) => Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number; failures: number }>`
    update search_walks set failures = failures + 1
    where order_id = ${orderId} and status in ('running', 'queued')
    returning id, failures
  `.execute(tx)
  const [walk] = rows
  if (!walk) return null
  await sql`update search_walks set due_at = ${retryAt(walk.failures)} where id = ${walk.id}`.execute(tx)
  return walk.failures
}

/** Ends the walk with plain updates, because loading it may be what fails; returns the drivers with ringing offers. */
export async function closeByRows(tx: Tx, orderId: OrderId, now: Date): Promise<DriverId[]> {
  const { rows } = await sql<{ driverId: DriverId }>`
    update search_offers set fate = 'withdrawn', closed_at = ${now} where order_id = ${orderId} and fate = 'open'
    returning driver_id as "driverId"
  `.execute(tx)
  await sql`
    update search_rounds set outcome = 'withdrawn', closed_at = ${now} where order_id = ${orderId} and outcome is null
  `.execute(tx)
  await sql`
    update search_walks set status = 'aborted', ended_at = ${now}, due_at = null
    where order_id = ${orderId} and status in ('running', 'queued')
  `.execute(tx)
  return rows.map(({ driverId }) => driverId)
}
