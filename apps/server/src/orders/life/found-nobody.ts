import { stateAfter } from '@dispecerat/domain/orders/order'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DomainEvents } from '../../platform/db/domain-events.ts'
import { record } from '../../platform/db/event-log.ts'
import { notifyClient } from '../notify/notify-client.ts'
import { canceledEvents, changedEvents } from '../order-events.ts'
import { addHistory, type NewHistory } from '../order-history.store.ts'
import type { OrderRecord } from '../order-record.ts'
import { saveOrder } from '../orders.store.ts'

/**
 * The search of a locked order ended without an acceptance, or may not begin (`text` gives the reason): the order is canceled, and its
 * caller is marked for a call back. A scheduled order that was only offered by hand before its time goes back to its schedule.
 */
export async function foundNobody(
  tx: Tx,
  domainEvents: DomainEvents,
  { order, now, text = null }: { order: OrderRecord; now: Date; text?: string | null },
): Promise<void> {
  if (text === null && order.startAt !== null && order.startAt > now) return resumeSchedule(tx, order, now)
  const mustPhone = isPhoneOrder(order)
  const canceled = await saveOrder(
    tx,
    order,
    {
      // A scheduled order that may not begin makes the same move as one recalled by its own client.
      state: stateAfter(order, text === null ? 'exhaust' : 'recall'),
      inPendingQueue: false,
      pendingSince: null,
      canceledAt: now,
      cancellationReasonType: 'no_drivers_found',
      cancellationReasonText: text,
      cancelledBy: 'system',
      alwaysInCall: order.alwaysInCall || mustPhone,
    },
    now,
  )
  const lines: NewHistory[] = [
    {
      orderId: order.id,
      at: now,
      type: 'canceled',
      by: SYSTEM,
      data: { reason: 'no_drivers_found', ...(text === null ? {} : { text }) },
    },
  ]
  if (mustPhone && !order.alwaysInCall)
    lines.push({ orderId: order.id, at: now, type: 'always_in_call_set', by: SYSTEM })
  await addHistory(tx, lines)
  await notifyClient(tx, domainEvents, order, 'client_canceled', now)
  await record(tx, canceledEvents(canceled, 'no_drivers_found'), now)
}

/** A dispatcher offered a scheduled order to a driver who did not accept: it is searched for when it is due. */
async function resumeSchedule(tx: Tx, order: OrderRecord, now: Date): Promise<void> {
  const scheduled = await saveOrder(tx, order, { state: stateAfter(order, 'queue'), customDriverIds: [] }, now)
  await addHistory(tx, [{ orderId: order.id, at: now, type: 'schedule_resumed', by: SYSTEM }])
  await record(tx, changedEvents(scheduled), now)
}

/** Placed by a dispatcher for a client on the telephone. */
export function isPhoneOrder({ dispatcherId, clientPhone }: OrderRecord): boolean {
  return dispatcherId !== null && clientPhone !== null
}
