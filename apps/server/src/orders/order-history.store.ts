import type { HistoryType } from '@dispecerat/domain/order-history'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'

export interface NewHistory {
  orderId: number
  at: Date
  type: HistoryType
  by: Pick<Caller, 'kind' | 'userId'>
  /** Ids, states and names of fields; never a phone or a name. */
  data?: Record<string, unknown>
}

export async function addHistory(tx: Tx, lines: readonly NewHistory[]): Promise<void> {
  if (lines.length === 0) return
  await tx
    .insertInto('order_history')
    .values(
      lines.map(({ orderId, at, type, by, data }) => ({
        order_id: orderId,
        timestamp: at,
        type,
        initiator_kind: by.kind,
        initiator_id: by.userId,
        data: JSON.stringify(data ?? {}),
      })),
    )
    .execute()
}
