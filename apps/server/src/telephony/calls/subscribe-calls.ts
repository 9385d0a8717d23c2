import type { ConsoleEventData } from '@dispecerat/contract/api/realtime'
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
  for (const name of CALL_EVENT_NAMES) realtime.enrich(name, (events) => callEvents(server, events))
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
  events: readonly StoredEvent<CallEventName>[],
): Promise<Map<number, ConsoleEventData<CallEventName>>> {
  const ids = [...new Set(events.map(({ data }) => data.call_id))]
  const views = await callViewsOf(server.db, ids, server.clock.now())
  const byId = new Map(views.map((call) => [call.id, call]))
  return new Map(
    events.flatMap((event) => {
      const call = byId.get(event.data.call_id)
      // An answered call keeps its order and dispatcher, an ended one its reason, so the fields that the view may lack are there.
      return call ? [[event.seq, { ...fieldsOf(event, call), call } as ConsoleEventData<CallEventName>]] : []
    }),
  )
}

type Fields = { [Name in CallEventName]: Nullable<Omit<ConsoleEventData<Name>, 'call'>> }[CallEventName]
type Nullable<Data> = { [Field in keyof Data]: Data[Field] | null }

function fieldsOf({ event, data }: StoredEvent<CallEventName>, call: CallView): Fields {
  const { phone, order_id, dispatcher_id } = call
  switch (event) {
    case 'client_call_incoming':
      return { phone, sip_caller_id: call.sip_caller_id, started_at: call.rang_at, is_test: call.is_test }
    case 'client_call_accepted':
    case 'client_call_dialled':
      return { phone, order_id, dispatcher_id }
    case 'client_call_held':
    case 'client_call_unheld':
      return { phone, order_id }
    case 'client_call_transferred':
      return {
        phone,
        order_id,
        from_dispatcher_id: call.transferred_from,
        dispatcher_id,
        is_taken_over: data.is_taken_over === true,
      }
    case 'client_call_ended':
      return { phone, order_id, reason_type: call.reason_type, reason_text: call.reason_text }
  }
}
