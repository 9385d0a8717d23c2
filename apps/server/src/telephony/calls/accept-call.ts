import { DomainError } from '@dispecerat/domain/kernel/errors'
import { asId, type CallId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { answerTo } from '@dispecerat/domain/telephony/call'
import {
  addHistory,
  changedEvents,
  clearCallNeedInteraction,
  draftForCall,
  lockOrder,
  lockOwnOrder,
} from '../../orders/orders.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { callEvent, missedChanged } from '../exchange/call-events.ts'
import { holdLine } from '../lines/change-line.ts'
import { lockStartedLine } from '../lines/started-line.ts'
import type { CallRecord } from './call-record.ts'
import { findCallBySip, findCallOfOrder, lockCall, lockLines, saveAccepted } from './calls.store.ts'
import { calledBack } from './missed-calls.store.ts'

export interface Accepted {
  callId: CallId
  orderId: OrderId
  /** false: the dispatcher already had this call, or an order for this phone. */
  isNew: boolean
}

export interface Answering {
  /** E.164. */
  phone: string
  sipCallerId: string
  /** The open order of this phone that the call is attached to, instead of a draft. */
  orderId?: OrderId | undefined
  /** True when the exchange reports who answered: then only the dispatcher whose phone has the caller may accept the call. */
  exchangeReports: boolean
}

/**
 * A dispatcher answers: the call gets a draft, or the given open order, and the call they had before is put on hold. The call's row is the
 * lock: of two dispatchers who answer at once one gets the call, the other gets `call.taken`.
 */
export async function acceptCall(server: Server, actor: Actor, answering: Answering): Promise<Accepted> {
  const { phone, sipCallerId, exchangeReports } = answering
  return write(server, actor, async (tx) => {
    const dispatcherId = userOf(actor)
    await lockLines(tx, dispatcherId)
    const found = await findCallBySip(tx, actor.scope, sipCallerId)
    if (!found || found.phone !== phone) throw new DomainError('call.unknown')
    const talking = await lockStartedLine(tx, dispatcherId)
    if (answering.orderId !== undefined) await lockOpenOrderOf(tx, actor, found, answering.orderId)
    const call = await lockCall(tx, found.id)
    if (!call) throw new DomainError('call.unknown')
    const answer = answerTo(call, dispatcherId, { exchangeReports })
    if (answer === 'over') throw new DomainError('call.ended')
    if (answer === 'taken') throw new DomainError('call.taken')
    if (answer === 'unheard') throw new DomainError('call.not_answered')
    if (answer === 'mine') return { callId: call.id, orderId: call.orderId ?? asId(0), isNew: false }

    const now = server.clock.now()
    const held = talking ? await holdLine(tx, { ...talking, by: actor, now }) : []
    const { orderId, isNew } = await orderFor(tx, actor, { call, dispatcherId, named: answering.orderId, now })
    await saveAccepted(tx, call, { dispatcherId, orderId, now })
    await addHistory(tx, [{ orderId, at: now, type: 'call_started', by: actor }])
    const answeredEvents = await answeredOnPhone(tx, call, { dispatcherId, now })
    const order = await lockOrder(tx, orderId)
    await record(
      tx,
      [...held, callEvent('client_call_accepted', call), ...answeredEvents, ...changedEvents(order)],
      now,
    )
    return { callId: call.id, orderId, isNew }
  })
}

/** The given order, which is locked already, or a draft for the caller's new order. */
async function orderFor(
  tx: Tx,
  actor: Actor,
  { call, dispatcherId, named, now }: { call: CallRecord; dispatcherId: UserId; named: OrderId | undefined; now: Date },
): Promise<{ orderId: OrderId; isNew: boolean }> {
  if (named !== undefined) return { orderId: named, isNew: false }
  const { companyId, phone, isTest } = call
  return draftForCall(tx, actor, { companyId, dispatcherId, phone, isTest, now })
}

/** The phone was reached: it needs no call back any more, and its orders no longer request a call. Returns the events for the consoles. */
export async function answeredOnPhone(
  tx: Tx,
  { companyId, phone }: Pick<CallRecord, 'companyId' | 'phone'>,
  { dispatcherId, now }: { dispatcherId: UserId; now: Date },
) {
  const wasMissed = await calledBack(tx, { companyId, phone, userId: dispatcherId, now })
  const orderEvents = await clearCallNeedInteraction(tx, { companyId, phone, now })
  return [...(wasMissed ? [missedChanged(companyId)] : []), ...orderEvents]
}

/** Only users answer calls. */
export function userOf({ userId }: Actor): UserId {
  if (userId === null) throw new DomainError('account.forbidden')
  return userId
}

/**
 * Locks the order that a call is attached to: it must belong to the called company and to the caller's phone, be open, and have no other
 * call (`call.order_busy`). Any other order is unknown for this call.
 */
async function lockOpenOrderOf(tx: Tx, actor: Actor, call: CallRecord, orderId: OrderId): Promise<void> {
  const order = await lockOwnOrder(tx, actor.scope, orderId)
  const isOfCaller =
    order.createdByCompanyId === call.companyId && [order.clientPhone, order.phone].includes(call.phone)
  if (!isOfCaller || order.state === 'finished' || order.state === 'canceled') throw new DomainError('order.unknown')
  const other = await findCallOfOrder(tx, order.id)
  if (other && other.id !== call.id) throw new DomainError('call.order_busy')
}
