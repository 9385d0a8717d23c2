import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { orderCanBeDeleted } from '@dispecerat/domain/orders/order'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { removedEvents } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderRecord } from '../order-record.ts'
import { lockOwnOrder, saveOrder } from '../orders.store.ts'

/** Soft-deletes an order that is neither assigned nor finished, and ends its search and its call. */
export async function deleteOrder(server: Server, actor: Actor, orderId: OrderId): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockOwnOrder(tx, actor.scope, orderId)
    await hideOrder(tx, server, actor, { order, now: server.clock.now() })
    return { orderId: order.id }
  })
}

/** The same for a locked order, also used by the job that removes old drafts. */
export async function hideOrder(
  tx: Tx,
  server: Server,
  actor: Actor,
  { order, now }: { order: OrderRecord; now: Date },
): Promise<void> {
  if (!orderCanBeDeleted(order)) throw new DomainError('order.wrong_state', { move: 'delete', state: order.state })
  const hidden = await saveOrder(tx, order, { deletedAt: now, alwaysInCall: false }, now)
  await addHistory(tx, [{ orderId: order.id, at: now, type: 'deleted', by: actor }])
  await server.domainEvents.emit(tx, 'order.search_over', { orderId: order.id, now, because: 'deleted' })
  await record(tx, removedEvents(hidden), now)
}
