import type { NewPlace } from '@dispecerat/contract/order-shapes'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import type { LoggedEvent } from '../db/event-log.ts'
import type { Server } from '../server.ts'
import { changedEvents, driverReads } from './order-events.ts'
import type { NewHistory } from './order-history.store.ts'
import type { OrderRecord } from './order-record.ts'

/** The search looks at where place A lies, not at how it is called. */
export function pickupMoved(before: readonly NewPlace[], after: readonly NewPlace[]): boolean {
  return before[0]?.lat !== after[0]?.lat || before[0]?.long !== after[0]?.long
}

/** What follows an edit: a running search starts over when it must (GAP-09), a driver on the way reads the order anew. */
export async function afterEdit(
  tx: Tx,
  server: Server,
  caller: Caller,
  edit: { order: OrderRecord; mustRestart: boolean; now: Date },
): Promise<{ history: NewHistory[]; events: LoggedEvent[] }> {
  const { order, mustRestart, now } = edit
  const events = changedEvents(order)
  if (order.state === 'assigned' && order.driverId !== null) events.push(driverReads(order.id, order.driverId))
  if (!mustRestart || order.state !== 'created') return { history: [], events }
  await server.trade.tell(tx, 'order.search_wanted', { orderId: order.id, now })
  return { history: [{ orderId: order.id, at: now, type: 'search_restarted', by: caller }], events }
}
