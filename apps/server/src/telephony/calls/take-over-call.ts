import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CallId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { lockOwnOrder } from '../../orders/orders.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { exchangeOf, type TelephonyContext } from '../exchange/telephony-context.ts'
import { userOf } from './accept-call.ts'
import type { CallRecord } from './call-record.ts'
import { findCallOfOrder } from './calls.store.ts'
import { type CallerMove, isMoved, moveCaller } from './move-caller.ts'

export interface TakingOver {
  orderId: OrderId
  /** The dispatcher who has the call according to the actor's console. */
  fromUserId: UserId
}

/** Takes over a call, active or on hold, from a colleague: to the actor's phone, with its order. */
export async function takeOverCall(
  server: Server,
  actor: Actor,
  taking: TakingOver,
  telephonyContext: TelephonyContext,
): Promise<{ callId: CallId }> {
  const move: CallerMove = { ...taking, toUserId: userOf(actor), handsOver: true, as: 'call_taken_over' }
  return moveCaller(server, actor, move, {
    telephonyContext,
    check: (tx) => checked(tx, actor, { move, telephonyContext }),
  })
}

async function checked(
  tx: Tx,
  actor: Actor,
  { move, telephonyContext }: { move: CallerMove; telephonyContext: TelephonyContext },
): Promise<CallRecord> {
  const { orderId, fromUserId, toUserId: me } = move
  const order = await lockOwnOrder(tx, actor.scope, orderId)
  const call = await findCallOfOrder(tx, order.id)
  if (!call) throw new DomainError('call.ended')
  if (isMoved(call, move)) return call
  if (call.dispatcherId !== fromUserId || fromUserId === me) throw new DomainError('call.taken')
  if (call.direction === 'out' && call.reachedAt === null) throw new DomainError('call.not_answered')
  const exchange = exchangeOf(telephonyContext, call)
  if (exchange && !exchange.isReachable(me)) throw new DomainError('call.phone_away')
  return call
}
