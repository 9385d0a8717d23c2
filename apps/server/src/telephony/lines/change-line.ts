import { callAfter } from '@dispecerat/domain/telephony/call'
import { addHistory, changedEvents, type OrderRecord } from '../../orders/orders.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { LogEvent } from '../../platform/db/event-log.ts'
import type { CallRecord } from '../calls/call-record.ts'
import { saveHeld } from '../calls/calls.store.ts'
import { callEvent } from '../exchange/call-events.ts'

interface Line {
  /** Both locked FOR UPDATE. */
  call: CallRecord
  /** null: an outgoing call without an order. */
  order: OrderRecord | null
  by: Pick<Actor, 'kind' | 'userId'>
  now: Date
}

/** Puts the call on hold; one that is on hold already stays so. Returns the events for the consoles. */
export async function holdLine(tx: Tx, { call, order, by, now }: Line): Promise<LogEvent[]> {
  if (callAfter(call, 'hold') === call.state) return []
  await saveHeld(tx, call, now)
  if (order) await addHistory(tx, [{ orderId: order.id, at: now, type: 'call_held', by }])
  return [callEvent('client_call_held', call), ...(order ? changedEvents(order) : [])]
}

/** Resumes the call; the dispatcher's other call must be on hold before. */
export async function unholdLine(tx: Tx, { call, order, by, now }: Line): Promise<LogEvent[]> {
  if (callAfter(call, 'unhold') === call.state) return []
  await saveHeld(tx, call, null)
  if (order) await addHistory(tx, [{ orderId: order.id, at: now, type: 'call_unheld', by }])
  return [callEvent('client_call_unheld', call), ...(order ? changedEvents(order) : [])]
}
