import type { OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface CancellationText {
  order_id: OrderId
  cancellation_reason_text: string | null
  cancelled_by: string | null
  dispatcher_id: UserId | null
}

/** Free text stays out of the event log and is read when the event is sent. */
export async function cancellationTexts(db: Db, orderIds: readonly OrderId[]): Promise<CancellationText[]> {
  const { rows } = await sql<CancellationText>`
    select id as order_id, cancellation_reason_text, cancelled_by, dispatcher_id
    from orders where id = any(${[...orderIds]}::bigint[])
  `.execute(db)
  return rows
}
