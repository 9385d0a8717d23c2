import { SETTINGS } from '@dispecerat/domain/identity/company-settings'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

const DEFAULT_LIMIT = SETTINGS.orders.dispatcher_fare_limit_ron.default

/**
 * Bani by which the fare of `orders` (under that alias) may still be changed by editors with a limit. All their changes of one order count
 * together, so that the limit cannot be exceeded in several steps.
 */
export const FARE_LEFT: RawBuilder<number> = sql<number>`greatest(0,
  coalesce((select s.dispatcher_fare_limit_ron from company_settings s where s.company_id = orders.created_by_company_id),
    ${sql.lit(DEFAULT_LIMIT)}) * 100
  - coalesce((select sum((h.data->'fare'->>'moved_bani')::bigint) from order_history h
      where h.order_id = orders.id and h.type = 'edited' and h.data->'fare'->>'is_limited' = 'true'), 0))::bigint`

export async function fareLeftBani(tx: Tx, orderId: OrderId): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select ${FARE_LEFT} as left from orders where id = ${orderId}
  `.execute(tx)
  return rows[0]?.left ?? 0
}
