import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { type CancellationReason, stateAfter } from '@dispecerat/domain/orders/order'
import type { Actor } from '../../platform/db/actor.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { notifyClient } from '../notify/notify-client.ts'
import { canceledEvents, driverLoses } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderRecord } from '../order-record.ts'
import { cancellationBy, lockOwnOrder, saveOrder } from '../orders.store.ts'
import { dropReplacement } from '../watch/replacement.ts'
import { releaseDriver } from './release-driver.ts'

/** Cancels an order: its offers are withdrawn, and its driver is notified and released. */
export async function cancelOrder(
  server: Server,
  actor: Actor,
  orderId: OrderId,
  { reasonText }: { reasonText: string | null },
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockOwnOrder(tx, actor.scope, orderId)
    const now = server.clock.now()
    const reason = reasonOf(actor)
    if (actor.kind === 'client') checkCancelByClient(order)
    const isRecalled = reason === 'client_canceled' && order.state === 'pending'
    const state = stateAfter(order, isRecalled ? 'recall' : 'cancel')
    const replaced = await dropReplacement(tx, { order, because: 'released', now })
    const canceled = await saveOrder(
      tx,
      order,
      {
        ...(await cancellationBy(tx, actor, { reason, text: reasonText, now })),
        state,
        inPendingQueue: false,
        pendingSince: null,
      },
      now,
    )
    await addHistory(tx, [
      { orderId: order.id, at: now, type: 'canceled', by: actor, data: { reason, text: reasonText } },
    ])
    await server.domainEvents.emit(tx, 'order.search_over', {
      orderId: order.id,
      now,
      because: 'canceled',
      ...(replaced === null ? {} : { holding: [replaced.driverId] }),
    })
    if (reason === 'dispatcher_canceled') await notifyClient(tx, server.domainEvents, order, 'client_canceled', now)
    const events: LogEvent[] = canceledEvents(canceled, reason)
    if (order.state === 'assigned' && order.driverId !== null) {
      const { driverId } = order
      await releaseDriver(tx, server, { orderId: order.id, driverId, now, release: 'no_fault' })
      events.push(driverLoses(order.id, driverId, reason))
    }
    await record(tx, events, now)
    return { orderId: order.id }
  })
}

/** A client may not cancel an order that an account pays for, nor one whose trip has started, because the driver would get no fare. */
function checkCancelByClient({ protocolUserId, tripState }: OrderRecord): void {
  if (protocolUserId !== null) throw new DomainError('order.of_account')
  if (tripState === 'started') throw new DomainError('order.trip_started')
}

/** A company account or a client cancels its own order; all other actors cancel as the dispatcher. */
function reasonOf({ kind }: Actor): CancellationReason & ('client_canceled' | 'dispatcher_canceled') {
  return kind === 'client' || kind === 'company' ? 'client_canceled' : 'dispatcher_canceled'
}
