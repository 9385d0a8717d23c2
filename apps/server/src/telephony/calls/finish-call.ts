import { draftEndsWithCall, isToBeCalledBack } from '@dispecerat/domain/telephony/call'
import { addHistory, changedEvents, discardDraft, lockAnyOrder, type OrderRecord } from '../../orders/orders.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { endedEvent, missedChanged } from '../exchange/call-events.ts'
import type { CallRecord, EndOfCall } from './call-record.ts'
import { lockCall, saveEnded } from './calls.store.ts'

/**
 * Ends a call once, whatever the reason: its order leaves the in-call list, and its draft is canceled, because nobody can complete it;
 * placed orders stay. Returns false when it had ended already.
 */
export async function finishCall(
  tx: Tx,
  { clock }: Server,
  { id, orderId }: Pick<CallRecord, 'id' | 'orderId'>,
  end: EndOfCall & { by: Pick<Actor, 'kind' | 'userId'> },
): Promise<boolean> {
  const seen = orderId === null ? null : await lockAnyOrder(tx, orderId)
  const call = await lockCall(tx, id)
  if (!call || call.state === 'ended') return false
  // The call was answered in the meantime, so its order is known only now.
  const order = seen ?? (call.orderId === null ? null : await lockAnyOrder(tx, call.orderId))
  const now = clock.now()
  await saveEnded(tx, call, end, now)
  const orderEvents = order ? await emitOrder(tx, { call, order, end, now }) : []
  const events = [endedEvent(call, end.reason), ...orderEvents]
  if (isToBeCalledBack(call, end.reason)) events.push(missedChanged(call.companyId))
  await record(tx, events, now)
  return true
}

async function emitOrder(
  tx: Tx,
  ending: { call: CallRecord; order: OrderRecord; end: EndOfCall & { by: Pick<Actor, 'kind' | 'userId'> }; now: Date },
) {
  const { call, order, end, now } = ending
  const data = { reason: end.reason }
  await addHistory(tx, [{ orderId: order.id, at: now, type: 'call_ended', by: end.by, data }])
  const isDraft = order.state === 'new' && order.deletedAt === null
  if (isDraft && draftEndsWithCall(end.reason, call.direction)) {
    return discardDraft(tx, { order, dispatcherId: call.dispatcherId, text: end.text, now })
  }
  return order.deletedAt === null ? changedEvents(order) : []
}
