import type { Tx } from '../db/database.ts'
import type { TradeEventMap, TradeEvents } from '../db/trade-events.ts'
import type { OrderRecord } from './order-record.ts'

/** Whoever writes to clients hears of it in the transaction that makes it true. */
export function tellClient(
  tx: Tx,
  trade: TradeEvents,
  { id, createdByCompanyId }: Pick<OrderRecord, 'id' | 'createdByCompanyId'>,
  news: TradeEventMap['order.client_news']['news'],
  now: Date,
): Promise<void> {
  return trade.tell(tx, 'order.client_news', { orderId: id, companyId: createdByCompanyId, news, now })
}
