import type { Role } from '../identity/permissions.ts'
import { DomainError } from '../kernel/errors.ts'

/** Ringing, talking, on hold with music, ended. */
export const CALL_STATES = ['pending', 'started', 'on_hold', 'ended'] as const
export type CallState = (typeof CALL_STATES)[number]

/** `in` was dialled by a client, `out` by a dispatcher. */
export const CALL_DIRECTIONS = ['in', 'out'] as const
export type CallDirection = (typeof CALL_DIRECTIONS)[number]

/** Reason why a call ended. The first is an action of the dispatcher or the caller, the others are set by the server. */
export const CALL_END_REASONS = [
  'call_ended',
  /** The caller gave up, or the call was not answered in time. */
  'missed',
  /** Too many callers were waiting already. */
  'busy',
  /** The company has blocked this phone. */
  'blocked',
  /** The dispatcher's connection was lost and did not come back. */
  'connection_lost',
  'order_deleted',
  /** Outgoing calls only: it was not picked up. */
  'not_reached',
] as const
export type CallEndReason = (typeof CALL_END_REASONS)[number]

/** End text of a finished call when none was sent. */
export const CLIENT_FINISHED_CALL = 'Client finished call'

/** Maximum number of waiting callers per company. */
export const MAX_WAITING_CALLS = 15
/** Lines of one dispatcher that have a key, F1 to F9. */
export const CALL_LINES = 9
/** Maximum ringing time; a call not answered by then is missed. */
export const RINGS_FOR_SECONDS = 60

/** Fields of a call that every rule about its state reads. */
export interface CallLife {
  state: CallState
  dispatcherId: number | null
}

interface Move {
  from: readonly CallState[]
  to: CallState
}

const MOVES = {
  accept: { from: ['pending'], to: 'started' },
  hold: { from: ['started'], to: 'on_hold' },
  unhold: { from: ['on_hold'], to: 'started' },
  end: { from: ['pending', 'started', 'on_hold'], to: 'ended' },
} as const satisfies Record<string, Move>
export type CallMove = keyof typeof MOVES

/** Guard of a move: the server checks it before it acts, the console before it enables a button. */
export function callCan({ state }: Pick<CallLife, 'state'>, move: CallMove): boolean {
  const from: readonly CallState[] = MOVES[move].from
  return from.includes(state)
}

/**
 * The state after the move. Holding a held call, resuming a running one and ending an ended one change nothing; what
 * cannot be is `call.ended` (it is over) or `call.not_answered` (it rings).
 */
export function callAfter(call: Pick<CallLife, 'state'>, move: CallMove): CallState {
  if (callCan(call, move) || call.state === MOVES[move].to) return MOVES[move].to
  throw new DomainError(call.state === 'ended' ? 'call.ended' : 'call.not_answered', { move, state: call.state })
}

/** State of the call as its order reports it. */
export function callStateOfOrder(state: CallState): 'active' | 'ended' {
  return state === 'ended' ? 'ended' : 'active'
}

/** If the browser does not confirm an answered call within this time, the server accepts it on the dispatcher's behalf. */
export const UNCLAIMED_ANSWER_MS = 2500
/** Maximum wait for the exchange's answer event after a dispatcher has answered. */
export const ANSWER_EVENT_TIMEOUT_MS = 2000

/**
 * Result of a dispatcher's answer: `mine` repeats an answer that is theirs already, `taken` means that a colleague has the call, by its row
 * or by the phone that answered. Where the exchange reports who answers, nobody has the call before that event (`unheard`).
 */
export function answerTo(
  call: CallLife & { answeredBy: number | null },
  dispatcherId: number,
  { exchangeReports }: { exchangeReports: boolean },
): 'answer' | 'mine' | 'taken' | 'over' | 'unheard' {
  if (call.state === 'ended') return 'over'
  if (call.state !== 'pending') return call.dispatcherId === dispatcherId ? 'mine' : 'taken'
  if (call.answeredBy !== null) return call.answeredBy === dispatcherId ? 'answer' : 'taken'
  return exchangeReports ? 'unheard' : 'answer'
}

/**
 * True when this user may end an answered call: its dispatcher may, and so may administrators of the company when a colleague has left one
 * open.
 */
export function mayEndCall(
  { dispatcherId }: Pick<CallLife, 'dispatcherId'>,
  by: { userId: number; roles: readonly Role[] },
): boolean {
  return dispatcherId === by.userId || by.roles.includes('admin') || by.roles.includes('company_admin')
}

/** Decides what happens to an incoming call. `waiting` counts the calls that ring already, without test calls. */
export function whenItRings(caller: {
  isBlocked: boolean
  isTest: boolean
  waiting: number
}): 'ring' | 'decline' | 'busy' {
  if (caller.isTest) return 'ring'
  if (caller.isBlocked) return 'decline'
  return caller.waiting >= MAX_WAITING_CALLS ? 'busy' : 'ring'
}

/** A draft is discarded with its caller's call, unless the line broke: then it waits for the client to ring again. */
export function draftEndsWithCall(reason: CallEndReason, direction: CallDirection): boolean {
  return reason === 'call_ended' && direction === 'in'
}

/** Causes of a call's end reported by the exchange. */
export type EndAtExchange = 'caller_hung_up' | 'dispatcher_hung_up' | 'connection_lost' | 'not_reached'

/** End reason stored for an event of the exchange. A call that was never talked is missed or not reached, whichever side hung up first. */
export function reasonOfEnd(
  call: { state: CallState; direction: CallDirection; isReached: boolean },
  because: EndAtExchange,
): CallEndReason {
  if (because === 'connection_lost') return 'connection_lost'
  if (call.direction === 'out') return call.isReached && because !== 'not_reached' ? 'call_ended' : 'not_reached'
  return call.state === 'pending' ? 'missed' : 'call_ended'
}

/** True when the client is to be called back: they rang and were not answered, or were cut off while talking or on hold. */
export function isToBeCalledBack(
  call: { state: CallState; direction: CallDirection; isTest: boolean },
  reason: CallEndReason,
): boolean {
  if (call.direction === 'out' || call.isTest || reason === 'blocked') return false
  return call.state === 'pending' || reason === 'connection_lost'
}
