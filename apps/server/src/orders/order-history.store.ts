import type { OrderId } from '@dispecerat/domain/kernel/ids'
import type { HistoryType } from '@dispecerat/domain/orders/order-history'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Tx } from '../platform/db/database.ts'
import { UNREAD } from '../platform/db/hasten-client.ts'

export interface NewHistory {
  orderId: OrderId
  at: Date
  type: HistoryType
  by: Pick<Actor, 'kind' | 'userId'>
  /** Ids, states and field names; never a phone or a person's name. */
  data?: Record<string, unknown>
}

export async function addHistory(tx: Tx, lines: readonly NewHistory[]): Promise<void> {
  if (lines.length === 0) return
  const records = lines.map(({ orderId, at, type, by, data }, n) => {
    return { n, order_id: orderId, at, type, kind: by.kind, user_id: by.userId, data: data ?? {} }
  })
  await sql`
    ${UNREAD} insert into order_history (order_id, timestamp, type, initiator_kind, initiator_id, data)
    select order_id, at, type, kind, user_id, data
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as line(n integer, order_id bigint, at timestamptz,
      type text, kind text, user_id bigint, data jsonb)
    order by n
  `.execute(tx)
}
