import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { orderCanBeDuplicated } from '@dispecerat/domain/orders/order'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { newOrderEvents } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import { lockOwnOrder } from '../orders.store.ts'
import { readPlaces } from '../places/order-places.store.ts'
import { inputOfOrder } from './order-input.ts'
import { insertOrder } from './order-placing.store.ts'

/** Copies a saved order into a new draft that departs now; the original only gets a history entry. */
export async function duplicateOrder(server: Server, actor: Actor, orderId: OrderId): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockOwnOrder(tx, actor.scope, orderId)
    const now = server.clock.now()
    if (!orderCanBeDuplicated(order)) {
      throw new DomainError('order.wrong_state', { move: 'duplicate', state: order.state })
    }
    const { createdByCompanyId, protocolUserId } = order
    const { places, ...input } = inputOfOrder(order, await readPlaces(tx, order.id))
    const copyId = await insertOrder(tx, {
      columns: {
        ...input,
        prepMinutes: null,
        state: 'new',
        address: order.address,
        createdByCompanyId,
        clientId: order.clientId,
        dispatcherId: actor.userId,
        departureTime: now,
        duplicatedFrom: order.id,
        isTest: order.isTest,
      },
      places,
      history: [{ at: now, type: 'created', by: actor, data: { duplicated_from: order.id } }],
      now,
    })
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'duplicated', by: actor, data: { order_id: copyId } }])
    await record(tx, newOrderEvents({ id: copyId, state: 'new', createdByCompanyId, protocolUserId }), now)
    return { orderId: copyId }
  })
}
