import type { CallView } from '@dispecerat/contract/telephony/calls'
import { lockOrder } from '../../orders/orders.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { record, type StoredEvent } from '../../platform/db/event-log.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { CALL_EVENT_NAMES, type CallEventName } from '../exchange/call-events.ts'
import { holdLine } from '../lines/change-line.ts'
import { endSipPasswords } from '../sip-accounts/renew-sip-password.ts'
import { findCallOfOrder, lockCall } from './calls.store.ts'
import { callViewsOf } from './calls.views.ts'
import { finishCall } from './finish-call.ts'

/** Subscribes calls to events of orders and ended sessions, and enriches call events for the consoles. */
export function subscribeCalls(server: Server, realtime: Realtime): void {
  subscribeOrdersOfCalls(server)
  server.domainEvents.on('account.sessions_ended', (tx, ended) => endSipPasswords(tx, server, ended))
  for (const name of CALL_EVENT_NAMES) realtime.enrich(name, (events) => callEvents(server, name, events))
}

/**
 * Placing the order of a call puts the call on hold in the same transaction, so a crashed or slow browser cannot forget it. The order is
 * locked already; only its own call is changed. An order placed by one key while it rings comes before the conversation, so its call stays
 * active.
 */
function subscribeOrdersOfCalls(server: Server): void {
  server.domainEvents.on('order.placed', async (tx, { orderId, by, staysOnLine, now }) => {
    if (staysOnLine) return
    const seen = await findCallOfOrder(tx, orderId)
    const call = seen && (await lockCall(tx, seen.id))
    if (call?.state !== 'started') return
    const order = await lockOrder(tx, orderId)
    await record(tx, await holdLine(tx, { call, order, by, now }), now)
  })
  server.domainEvents.on('order.search_over', async (tx, { orderId, because }) => {
    if (because !== 'deleted') return
    const call = await findCallOfOrder(tx, orderId)
    if (call) await finishCall(tx, server, call, { reason: 'order_deleted', text: null, by: SYSTEM })
  })
}

/** seq → the documented fields and the current state of the call. */
async function callEvents(
  server: Server,
  name: CallEventName,
  events: readonly StoredEvent[],
): Promise<Map<number, unknown>> {
  const ids = [...new Set(events.map(({ data }) => data.call_id as number))]
  const views = await callViewsOf(server.db, ids, server.clock.now())
  const byId = new Map(views.map((call) => [call.id, call]))
  return new Map(
    events.flatMap(({ seq, data }) => {
      const call = byId.get(data.call_id as number)
      return call ? [[seq, { ...FIELDS[name](call, data), call }] as const] : []
    }),
  )
}

const ofOrder = ({ phone, order_id }: CallView) => ({ phone, order_id })

type Fields = (call: CallView, data: StoredEvent['data']) => Record<string, unknown>

const FIELDS: Record<CallEventName, Fields> = {
  client_call_incoming: ({ phone, sip_caller_id, rang_at, is_test }) => ({
    phone,
    sip_caller_id,
    started_at: rang_at,
    is_test,
  }),
  client_call_accepted: (call) => ({ ...ofOrder(call), dispatcher_id: call.dispatcher_id }),
  client_call_dialled: (call) => ({ ...ofOrder(call), dispatcher_id: call.dispatcher_id }),
  client_call_held: ofOrder,
  client_call_unheld: ofOrder,
  client_call_transferred: (call, data) => ({
    ...ofOrder(call),
    from_dispatcher_id: call.transferred_from,
    dispatcher_id: call.dispatcher_id,
    is_taken_over: data.is_taken_over === true,
  }),
  client_call_ended: (call) => ({ ...ofOrder(call), reason_type: call.reason_type, reason_text: call.reason_text }),
}
