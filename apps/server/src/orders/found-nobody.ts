import { stateAfter } from '@dispecerat/domain/order'
import { SYSTEM } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import type { TradeEvents } from '../db/trade-events.ts'
import { canceledEvents } from './order-events.ts'
import { addHistory, type NewHistory } from './order-history.store.ts'
import type { OrderRecord } from './order-record.ts'
import { saveOrder } from './orders.store.ts'
import { tellClient } from './tell-client.ts'

/** The search of a locked order ended without a yes: the order is over, and a caller who waits is to be phoned (GAP-14). */
export async function foundNobody(
  tx: Tx,
  trade: TradeEvents,
  { order, now }: { order: OrderRecord; now: Date },
): Promise<void> {
  const mustPhone = isPhoneOrder(order)
  const canceled = await saveOrder(
    tx,
    order,
    {
      state: stateAfter(order, 'exhaust'),
      inPendingQueue: false,
      pendingSince: null,
      canceledAt: now,
      cancellationReasonType: 'no_drivers_found',
      cancellationReasonText: null,
      cancelledBy: 'system',
      alwaysInCall: order.alwaysInCall || mustPhone,
    },
    now,
  )
  const lines: NewHistory[] = [
    { orderId: order.id, at: now, type: 'canceled', by: SYSTEM, data: { reason: 'no_drivers_found' } },
  ]
  if (mustPhone && !order.alwaysInCall)
    lines.push({ orderId: order.id, at: now, type: 'always_in_call_set', by: SYSTEM })
  await addHistory(tx, lines)
  await tellClient(tx, trade, order, 'client_canceled', now)
  await record(tx, canceledEvents(canceled), now)
}

/** Placed by a dispatcher for somebody on the phone. */
export function isPhoneOrder({ dispatcherId, clientPhone }: OrderRecord): boolean {
  return dispatcherId !== null && clientPhone !== null
}
