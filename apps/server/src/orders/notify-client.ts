import type { Tx } from '../db/database.ts'
import type { DomainEventMap, DomainEvents } from '../db/domain-events.ts'
import type { OrderRecord } from './order-record.ts'

/** Whoever writes to clients hears of it in the transaction that makes it true. */
export function notifyClient(
  tx: Tx,
  domainEvents: DomainEvents,
  { id, createdByCompanyId }: Pick<OrderRecord, 'id' | 'createdByCompanyId'>,
  news: DomainEventMap['order.client_news']['news'],
  now: Date,
): Promise<void> {
  return domainEvents.emit(tx, 'order.client_news', { orderId: id, companyId: createdByCompanyId, news, now })
}
