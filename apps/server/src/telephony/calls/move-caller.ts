import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CallId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { CallStays } from '../../adapters/telephony/telephony.ts'
import { addHistory, changedEvents, handOverOrder, lockOwnOrder } from '../../orders/orders.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { transferredEvent } from '../exchange/call-events.ts'
import { exchangeOf, type TelephonyContext } from '../exchange/telephony-context.ts'
import { holdLine } from '../lines/change-line.ts'
import { lockStartedLine } from '../lines/started-line.ts'
import type { CallRecord } from './call-record.ts'
import { claimMove, endMove, findCall, findCallOfOrder, lockCall, lockLines, saveTransferred } from './calls.store.ts'

/** A call moves from one dispatcher to another: transferred by the first, or taken over by the second. */
export interface CallerMove {
  orderId: OrderId
  fromUserId: UserId
  toUserId: UserId
  /** The order moves to the second dispatcher too. */
  handsOver: boolean
  as: 'call_transferred' | 'call_taken_over'
}

interface Moving {
  telephonyContext: TelephonyContext
  /** Returns the call when it may be moved now or has moved already; otherwise throws the endpoint's error. */
  check: (tx: Tx) => Promise<CallRecord>
}

/** Longer than any exchange tries; after a kill the claim expires, so that the call can be moved again. */
const MOVES_FOR_MS = 30_000

/**
 * Moves the audio first, then the row; if a step fails, the call stays where it was. Repeating it after success changes nothing. One move
 * at a time across all nodes: concurrent ones get `call.taken`.
 */
export async function moveCaller(
  server: Server,
  actor: Actor,
  move: CallerMove,
  { telephonyContext, check }: Moving,
): Promise<{ callId: CallId }> {
  await telephonyContext.telephony?.lookAround?.()
  const call = await server.db.transaction().execute(async (tx) => {
    const now = server.clock.now()
    const found = await check(tx)
    const until = new Date(now.getTime() + MOVES_FOR_MS)
    const isClaimed = isMoved(found, move) || (await claimMove(tx, { callId: found.id, ...move }, { now, until }))
    if (!isClaimed) throw new DomainError('call.taken')
    return found
  })
  if (isMoved(call, move)) return { callId: call.id }
  try {
    if (!(await voiceGoes(call, move, telephonyContext))) throw await whyItStayed(server, call, move, telephonyContext)
    return await write(server, actor, (tx) => rowFollows(tx, server, actor, move))
  } finally {
    await endMove(server.db, { callId: call.id, toUserId: move.toUserId })
  }
}

export function isMoved(call: CallRecord, { fromUserId, toUserId }: CallerMove): boolean {
  return call.dispatcherId === toUserId && call.transferredFrom === fromUserId
}

/** A call without audio has only a row to move. */
async function voiceGoes(
  call: CallRecord,
  { toUserId }: CallerMove,
  telephonyContext: TelephonyContext,
): Promise<boolean> {
  const exchange = exchangeOf(telephonyContext, call)
  if (!exchange || call.sipCallerId === null) return true
  try {
    return await exchange.connect(call.sipCallerId, toUserId)
  } catch (error) {
    throw error instanceof CallStays ? new DomainError('call.cannot_be_moved') : error
  }
}

/** Determines the error after a failed move: the exchange may know of an end that the row does not show yet. */
async function whyItStayed(server: Server, call: CallRecord, { as }: CallerMove, telephonyContext: TelephonyContext) {
  const atExchange = await exchangeOf(telephonyContext, call)?.snapshot()
  const isGone = atExchange?.every(({ sipCallerId }) => sipCallerId !== call.sipCallerId) === true
  const row = await findCall(server.db, { companies: [call.companyId], ownUserId: null }, call.id)
  if (isGone || !row || row.state === 'ended') return new DomainError('call.ended')
  return new DomainError(as === 'call_transferred' ? 'call.colleague_away' : 'call.phone_away')
}

async function rowFollows(tx: Tx, { clock }: Server, actor: Actor, move: CallerMove): Promise<{ callId: CallId }> {
  const { orderId, fromUserId, toUserId, handsOver, as } = move
  for (const userId of [fromUserId, toUserId].toSorted((a, b) => a - b)) await lockLines(tx, userId)
  const order = await lockOwnOrder(tx, actor.scope, orderId)
  const talking = await lockStartedLine(tx, toUserId)
  const seen = await findCallOfOrder(tx, order.id)
  const call = seen && (await lockCall(tx, seen.id))
  if (!call || call.state === 'ended') throw new DomainError('call.ended')
  // The reconciliation may have moved the row first.
  const isThere = isMoved(call, move)
  if (call.dispatcherId !== fromUserId && !isThere) {
    throw new DomainError(as === 'call_transferred' ? 'call.not_yours' : 'call.taken')
  }
  const now = clock.now()
  // Another active call of the new dispatcher is put on hold.
  const other = talking && talking.call.id !== call.id ? talking : null
  const held = other ? await holdLine(tx, { ...other, by: { kind: 'dispatcher', userId: toUserId }, now }) : []
  if (!isThere) await saveTransferred(tx, call, toUserId)
  const isTakenOver = as === 'call_taken_over'
  const data = isTakenOver ? { from: fromUserId } : { to: toUserId }
  await addHistory(tx, [{ orderId, at: now, type: as, by: actor, data }])
  const handed = handsOver ? await handOverOrder(tx, order, { toUserId, by: actor, now }) : []
  const ofOrder = handed.length > 0 ? handed : changedEvents(order)
  const transferEvent = transferredEvent(call, isTakenOver)
  await record(tx, [...held, transferEvent, ...ofOrder], now)
  return { callId: call.id }
}
