import { DomainError } from '@dispecerat/domain/errors'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import { addHistory, changedEvents, handOverOrder, lockOwnOrder } from '../orders/orders.public.ts'
import { CallStays } from '../providers/telephony/telephony.ts'
import type { Server } from '../server.ts'
import { userOf } from './accept-call.ts'
import { callEvent } from './call-events.ts'
import type { CallRecord } from './call-record.ts'
import { findCallOfOrder, lockCall, lockLines, saveTransferred } from './calls.store.ts'
import { holdLine } from './change-line.ts'
import { canTakeCalls, type ExchangeDesk, exchangeOf } from './exchange-desk.ts'
import { attendantsOf } from './sip-accounts.store.ts'
import { lockStartedLine } from './started-line.ts'

export interface Transfer {
  orderId: number
  toUserId: number
  /** The order becomes the colleague's too. */
  handsOver: boolean
}

/**
 * Gives a caller to a colleague who can take him: first his voice, then his row; what fails on the way leaves him where he was.
 * A repeat after it was done changes nothing.
 */
export async function transferCall(
  server: Server,
  caller: Caller,
  transfer: Transfer,
  desk: ExchangeDesk,
): Promise<{ callId: number }> {
  await desk.telephony?.lookAround?.()
  const call = await server.db.transaction().execute((tx) => checked(tx, server, caller, { transfer, desk }))
  if (isDone(call, { me: userOf(caller), toUserId: transfer.toUserId })) return { callId: call.id }
  if (!(await voiceGoes(call, transfer, desk))) throw new DomainError('call.colleague_away')
  return write(server, caller, (tx) => handOn(tx, server, caller, transfer))
}

/** A call on paper has no voice that could stay behind. */
async function voiceGoes(call: CallRecord, { toUserId }: Transfer, desk: ExchangeDesk): Promise<boolean> {
  const exchange = exchangeOf(desk, call)
  if (!exchange || call.sipCallerId === null) return true
  try {
    return await exchange.connect(call.sipCallerId, toUserId)
  } catch (error) {
    throw error instanceof CallStays ? new DomainError('call.cannot_be_moved') : error
  }
}

/** The call as it stands, when it may be given to the colleague now or is his already. */
async function checked(
  tx: Tx,
  { clock }: Server,
  caller: Caller,
  { transfer: { orderId, toUserId }, desk }: { transfer: Transfer; desk: ExchangeDesk },
): Promise<CallRecord> {
  const me = userOf(caller)
  const order = await lockOwnOrder(tx, caller.scope, orderId)
  const call = await findCallOfOrder(tx, order.id)
  if (!call) throw new DomainError('call.unknown')
  const colleague = (await attendantsOf(tx, [call.companyId], clock.now())).find(({ userId }) => userId === toUserId)
  if (!colleague || toUserId === me) throw new DomainError('user.unknown')
  if (isDone(call, { me, toUserId })) return call
  if (call.dispatcherId !== me) throw new DomainError('call.not_yours')
  if (!canTakeCalls(desk, colleague)) throw new DomainError('call.colleague_away')
  if (colleague.isTalking) throw new DomainError('call.colleague_busy')
  return call
}

const isDone = (call: CallRecord, { me, toUserId }: { me: number; toUserId: number }) =>
  call.dispatcherId === toUserId && call.transferredFrom === me

async function handOn(
  tx: Tx,
  { clock }: Server,
  caller: Caller,
  { orderId, toUserId, handsOver }: Transfer,
): Promise<{ callId: number }> {
  const me = userOf(caller)
  for (const userId of [me, toUserId].toSorted((a, b) => a - b)) await lockLines(tx, userId)
  const order = await lockOwnOrder(tx, caller.scope, orderId)
  const talking = await lockStartedLine(tx, toUserId)
  const seen = await findCallOfOrder(tx, order.id)
  const call = seen && (await lockCall(tx, seen.id))
  if (!call || call.state === 'ended') throw new DomainError('call.ended')
  if (call.dispatcherId !== me) throw new DomainError('call.not_yours')

  const now = clock.now()
  // He began to talk to somebody while the voice was on its way: that one waits.
  const held = talking ? await holdLine(tx, { ...talking, by: { kind: 'dispatcher', userId: toUserId }, now }) : []
  await saveTransferred(tx, call, toUserId)
  await addHistory(tx, [{ orderId, at: now, type: 'call_transferred', by: caller, data: { to: toUserId } }])
  const handed = handsOver ? await handOverOrder(tx, order, { toUserId, by: caller, now }) : []
  const ofOrder = handed.length > 0 ? handed : changedEvents(order)
  await record(tx, [...held, callEvent('client_call_transferred', call), ...ofOrder], now)
  return { callId: call.id }
}
