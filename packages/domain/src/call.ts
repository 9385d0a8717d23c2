import { DomainError } from './errors.ts'
import type { Role } from './permissions.ts'

/** Ringing, talked to, waiting with music, over. */
export const CALL_STATES = ['pending', 'started', 'on_hold', 'ended'] as const
export type CallState = (typeof CALL_STATES)[number]

/** Who rang: the public, or a dispatcher. */
export const CALL_DIRECTIONS = ['in', 'out'] as const
export type CallDirection = (typeof CALL_DIRECTIONS)[number]

/** Why a call is over. The first is a dispatcher's or the caller's doing, the others the house's. */
export const CALL_END_REASONS = [
  'call_ended',
  /** The caller gave up, or nobody answered in time. */
  'missed',
  /** Too many callers wait already. */
  'busy',
  /** The company refuses this phone. */
  'blocked',
  /** The dispatcher's line died and did not come back. */
  'connection_lost',
  'order_deleted',
  /** Of a call that goes out: nobody picked up. */
  'not_reached',
] as const
export type CallEndReason = (typeof CALL_END_REASONS)[number]

/** Said when nobody says otherwise. */
export const CLIENT_FINISHED_CALL = 'Client finished call'

/** Waiting callers a company has lines for. */
export const MAX_WAITING_CALLS = 15
/** Lines of one dispatcher that have a key, F1 to F9. */
export const CALL_LINES = 9
/** Nobody waits longer for an answer. */
export const RINGS_FOR_SECONDS = 60

/** What every rule about a call's life looks at. */
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

/** The server asks before it acts; the console asks before it draws a button. */
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

/** What an order says of its call. */
export function callStateOfOrder(state: CallState): 'active' | 'ended' {
  return state === 'ended' ? 'ended' : 'active'
}

/** Nobody claims an answer the exchange has told of for so long: the house claims it for him. */
export const UNCLAIMED_ANSWER_MS = 2500
/** Who says that he answered waits so long for the exchange to say the same. */
export const ANSWER_EVENT_TIMEOUT_MS = 2000

/**
 * What answering means for who asks: `mine` repeats what he has, `taken` is a colleague's, by his row or by his phone. Of a call
 * whose exchange tells who answers, nobody has the caller before it has told (`unheard`).
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

/** Who may end an answered call: whose it is, and who runs the company when a colleague has forgotten one. */
export function mayEndCall(
  { dispatcherId }: Pick<CallLife, 'dispatcherId'>,
  by: { userId: number; roles: readonly Role[] },
): boolean {
  return dispatcherId === by.userId || by.roles.includes('admin') || by.roles.includes('company_admin')
}

/** What happens to a caller who dials in. `waiting` counts those who ring already, test calls left out. */
export function whenItRings(caller: {
  isBlocked: boolean
  isTest: boolean
  waiting: number
}): 'ring' | 'decline' | 'busy' {
  if (caller.isTest) return 'ring'
  if (caller.isBlocked) return 'decline'
  return caller.waiting >= MAX_WAITING_CALLS ? 'busy' : 'ring'
}

/** A draft dies with its caller's call, unless the line broke: then it waits for him to ring again. */
export function draftEndsWithCall(reason: CallEndReason, direction: CallDirection): boolean {
  return reason === 'call_ended' && direction === 'in'
}

/** What an exchange says about the end of a call. */
export type EndAtExchange = 'caller_hung_up' | 'dispatcher_hung_up' | 'connection_lost' | 'not_reached'

/** The reason a row is given for it. Whoever was never talked to is missed, or not reached, whoever put down first. */
export function reasonOfEnd(
  call: { state: CallState; direction: CallDirection; isReached: boolean },
  because: EndAtExchange,
): CallEndReason {
  if (because === 'connection_lost') return 'connection_lost'
  if (call.direction === 'out') return call.isReached && because !== 'not_reached' ? 'call_ended' : 'not_reached'
  return call.state === 'pending' ? 'missed' : 'call_ended'
}

/** Is somebody to be called back? He rang and was not answered, or was cut off while he talked or waited. */
export function isToBeCalledBack(
  call: { state: CallState; direction: CallDirection; isTest: boolean },
  reason: CallEndReason,
): boolean {
  if (call.direction === 'out' || call.isTest || reason === 'blocked') return false
  return call.state === 'pending' || reason === 'connection_lost'
}
