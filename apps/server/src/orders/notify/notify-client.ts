import type { Tx } from '../../platform/db/database.ts'
import type { DomainEventMap, DomainEvents } from '../../platform/db/domain-events.ts'
import type { OrderRecord } from '../order-record.ts'

/** Emits the event inside the current transaction, so that messages to clients are sent only if it commits. */
export function notifyClient(
  tx: Tx,
  domainEvents: DomainEvents,
  { id, createdByCompanyId }: Pick<OrderRecord, 'id' | 'createdByCompanyId'>,
  news: DomainEventMap['order.client_news']['news'],
  now: Date,
): Promise<void> {
  return domainEvents.emit(tx, 'order.client_news', { orderId: id, companyId: createdByCompanyId, news, now })
}
