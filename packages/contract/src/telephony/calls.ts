import { OUTGOING_REFUSALS } from '@dispecerat/domain/kernel/errors'
import { CALL_DIRECTIONS, CALL_END_REASONS, CALL_STATES } from '@dispecerat/domain/telephony/call'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByCallId, CompanyIdIn, OrderIdIn, OrderIdText, UserIdIn } from '../kernel/ids.ts'
import { Done, Id, one, Phone, textUpTo, WireTime } from '../kernel/wire.ts'
import { ClientView } from '../orders/clients.ts'
import { OrderView } from '../orders/order-shapes.ts'

const area = 'calls'
const may = 'calls.take' as const

/** Caller data for the dispatcher before answering, as far as the company knows it; the three most used addresses. */
export const Caller = ClientView.omit({ phone: true })

/** A running call, or how it ended. */
export const CallView = z.object({
  id: Id,
  company_id: Id,
  /** E.164. */
  phone: z.string(),
  /** The exchange's name for the call: the SIP Call-ID. */
  sip_caller_id: z.string(),
  /** `out`: dialled by a dispatcher. Such a call is `started` from the first ring and has an order only when it is about one. */
  direction: z.enum(CALL_DIRECTIONS),
  /** Never `pending` once the call has an order. */
  state: z.enum(CALL_STATES),
  rang_at: WireTime,
  started_at: WireTime.nullable(),
  /** Outgoing calls: when the called party picked up. */
  reached_at: WireTime.nullable(),
  held_at: WireTime.nullable(),
  ended_at: WireTime.nullable(),
  /** One of the two numbers for testing the lines. */
  is_test: z.boolean(),
  dispatcher_id: Id.nullable(),
  dispatcher_name: z.string().nullable(),
  /**
   * User whose phone has the call according to the exchange; set before the call is accepted, so that a ringing one is not answered twice.
   */
  answered_by: Id.nullable(),
  /** User who passed the call on to its dispatcher; null when the dispatcher answered it. */
  transferred_from: Id.nullable(),
  transferred_from_name: z.string().nullable(),
  /** Outgoing calls to a driver. */
  callee_driver_id: Id.nullable(),
  callee_driver_name: z.string().nullable(),
  order_id: Id.nullable(),
  reason_type: z.enum(CALL_END_REASONS).nullable(),
  reason_text: z.string().nullable(),
  client: Caller,
})
export type CallView = z.infer<typeof CallView>

/** Call events for dispatchers; `call` is the row at the time the event is sent. */
export const CallEvents = {
  client_call_incoming: z.object({
    phone: z.string(),
    sip_caller_id: z.string(),
    started_at: WireTime,
    is_test: z.boolean(),
    call: CallView,
  }),
  client_call_accepted: z.object({ phone: z.string(), order_id: Id, dispatcher_id: Id, call: CallView }),
  /** A dispatcher dials; sent again when the called party picks up. */
  client_call_dialled: z.object({ phone: z.string(), order_id: Id.nullable(), dispatcher_id: Id, call: CallView }),
  client_call_transferred: z.object({
    phone: z.string(),
    order_id: Id.nullable(),
    from_dispatcher_id: Id,
    dispatcher_id: Id,
    is_taken_over: z.boolean(),
    call: CallView,
  }),
  client_call_held: z.object({ phone: z.string(), order_id: Id.nullable(), call: CallView }),
  client_call_unheld: z.object({ phone: z.string(), order_id: Id.nullable(), call: CallView }),
  client_call_ended: z.object({
    phone: z.string(),
    order_id: Id.nullable(),
    reason_type: z.enum(CALL_END_REASONS),
    reason_text: z.string().nullable(),
    call: CallView,
  }),
  /** A call was missed, cut off or called back: the list must be reloaded. */
  missed_calls_changed: z.object({ company_id: Id }),
} as const

export const listCalls = endpoint({
  method: 'GET',
  path: '/api/calls',
  does: 'Calls of my companies that are not over, longest waiting first; `state` narrows them.',
  area,
  may,
  query: z.object({ state: z.enum(['pending', 'started', 'on_hold']).optional() }),
  reply: z.object({ data: z.array(CallView) }),
})

export const acceptCall = endpoint({
  method: 'POST',
  path: '/api/calls/accept',
  does: 'Answer a ringing call: a new draft order carries it (201), or my own open draft of the phone or the named order (200). My other calls go on hold.',
  area,
  may,
  body: z.object({
    phone_number: Phone,
    sip_caller_id: textUpTo(255).min(1, 'Câmp obligatoriu'),
    /** An open order of this phone: the call is about it, and no draft is created. */
    order_id: OrderIdIn.optional(),
  }),
  reply: z.object({ data: OrderView, call: CallView, client: ClientView }),
  status: 201,
  mayExist: true,
  errors: ['call.unknown', 'call.taken', 'call.ended', 'call.not_answered', 'order.unknown', 'call.order_busy'],
})

const OfOrder = z.object({ orderId: OrderIdText })
const Changed = one(CallView)

export const holdCall = endpoint({
  method: 'PATCH',
  path: '/api/calls/hold/:orderId',
  does: 'Put the call of an order on hold; a held one stays held.',
  area,
  may,
  params: OfOrder,
  reply: Changed,
  errors: ['order.unknown', 'call.unknown', 'call.not_yours'],
})

export const unholdCall = endpoint({
  method: 'PATCH',
  path: '/api/calls/unhold/:orderId',
  does: 'Talk to the caller of an order again; my other calls go on hold.',
  area,
  may,
  params: OfOrder,
  reply: Changed,
  errors: ['order.unknown', 'call.unknown', 'call.not_yours'],
})

export const endCall = endpoint({
  method: 'PATCH',
  path: '/api/calls/cancel',
  does: 'End the open call of a phone. A draft that is still new is canceled with it; placed orders live on (C-66).',
  area,
  may,
  body: z.object({
    phone_number: Phone,
    reason_type: z.enum(['call_ended', 'connection_lost']).default('call_ended'),
    reason_text: textUpTo(300).nullish(),
  }),
  reply: Changed,
  errors: ['call.unknown', 'call.not_yours'],
})

export const transferCall = endpoint({
  method: 'POST',
  path: '/api/calls/transfer/:orderId',
  does: 'Give my caller of an order to a colleague who can take him now; with `hand_over_order` the order becomes his too.',
  area,
  may,
  params: OfOrder,
  body: z.object({ user_id: UserIdIn, hand_over_order: z.boolean().default(true) }),
  reply: Changed,
  errors: [
    'order.unknown',
    'call.unknown',
    'call.not_yours',
    'user.unknown',
    'call.colleague_away',
    'call.colleague_busy',
    'call.taken',
    'call.ended',
    'call.cannot_be_moved',
  ],
})

export const takeOverCall = endpoint({
  method: 'POST',
  path: '/api/calls/take-over/:orderId',
  does: 'Take over the caller of an order from the colleague who has him, talking or on hold; the order becomes mine too, my other call goes on hold. Of two who take him at once one has him.',
  area,
  may,
  params: OfOrder,
  /** Colleague who had the call when the request was made; prevents taking a call that has moved on to another dispatcher. */
  body: z.object({ from_user_id: UserIdIn }),
  reply: Changed,
  errors: ['order.unknown', 'call.ended', 'call.taken', 'call.not_answered', 'call.phone_away', 'call.cannot_be_moved'],
})

export const CallColleague = z.object({
  id: Id,
  name: z.string().nullable(),
  /** True when the colleague's phone can take a call. */
  is_reachable: z.boolean(),
  is_talking: z.boolean(),
})
export type CallColleague = z.infer<typeof CallColleague>

export const listCallColleagues = endpoint({
  method: 'GET',
  path: '/api/calls/colleagues',
  does: 'Who besides me takes calls of my companies, those who can be reached first.',
  area,
  may,
  reply: z.object({ data: z.array(CallColleague) }),
})

export const dialPhone = endpoint({
  method: 'POST',
  path: '/api/calls/dial',
  does: 'Ask to ring somebody up: a typed phone, a driver of my companies, or the client of an order (its driver when both are named). The browser then dials the phone that is answered, within a minute.',
  area,
  may,
  body: z
    .object({ phone: Phone.optional(), driver_id: UserIdIn.optional(), order_id: OrderIdIn.optional() })
    .refine(({ phone, driver_id, order_id }) => phone ?? driver_id ?? order_id, {
      error: 'Câmp obligatoriu',
      path: ['phone'],
    }),
  reply: one(
    z.object({
      /** E.164, to be dialled as `sip:<phone>@<domain>`. */
      phone: z.string(),
      order_id: Id.nullable(),
      driver_id: Id.nullable(),
    }),
  ),
  errors: ['order.unknown', 'driver.unknown', 'order.phone_blocked', 'call.no_phone', ...OUTGOING_REFUSALS],
})

export const ringSimulatedCall = endpoint({
  method: 'POST',
  path: '/api/simulator/calls',
  does: 'Somebody who does not exist rings at a company, the first of mine when none is named.',
  area: 'simulator',
  may: 'simulator.use',
  body: z.object({ phone: Phone, company_id: CompanyIdIn.optional() }),
  reply: one(CallView),
  status: 201,
  errors: ['company.unknown'],
})

export const hangUpSimulatedCall = endpoint({
  method: 'DELETE',
  path: '/api/simulator/calls/:id',
  does: 'The simulated caller hangs up.',
  area: 'simulator',
  may: 'simulator.use',
  params: ByCallId,
  reply: Done,
  errors: ['call.unknown'],
})
