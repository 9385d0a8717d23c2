import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CallId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { lockOwnOrder } from '../../orders/orders.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { canTakeCalls, type TelephonyContext } from '../exchange/telephony-context.ts'
import { attendantsOf } from '../sip-accounts/sip-accounts.store.ts'
import { userOf } from './accept-call.ts'
import type { CallRecord } from './call-record.ts'
import { findCallOfOrder } from './calls.store.ts'
import { type CallerMove, isMoved, moveCaller } from './move-caller.ts'

export interface Transfer {
  orderId: OrderId
  toUserId: UserId
  /** The order moves to the colleague too. */
  handsOver: boolean
}

/** Transfers a call to a colleague who can take it. */
export async function transferCall(
  server: Server,
  actor: Actor,
  transfer: Transfer,
  telephonyContext: TelephonyContext,
): Promise<{ callId: CallId }> {
  const move: CallerMove = { ...transfer, fromUserId: userOf(actor), as: 'call_transferred' }
  return moveCaller(server, actor, move, {
    telephonyContext,
    check: (tx) => checked(tx, server, actor, { move, telephonyContext }),
  })
}

async function checked(
  tx: Tx,
  { clock }: Server,
  actor: Actor,
  { move, telephonyContext }: { move: CallerMove; telephonyContext: TelephonyContext },
): Promise<CallRecord> {
  const { orderId, fromUserId: me, toUserId } = move
  const order = await lockOwnOrder(tx, actor.scope, orderId)
  const call = await findCallOfOrder(tx, order.id)
  if (!call) throw new DomainError('call.unknown')
  const colleague = (await attendantsOf(tx, [call.companyId], clock.now())).find(({ userId }) => userId === toUserId)
  if (!colleague || toUserId === me) throw new DomainError('user.unknown')
  if (isMoved(call, move)) return call
  if (call.dispatcherId !== me) throw new DomainError('call.not_yours')
  if (!canTakeCalls(telephonyContext, colleague)) throw new DomainError('call.colleague_away')
  if (colleague.isTalking) throw new DomainError('call.colleague_busy')
  return call
}
