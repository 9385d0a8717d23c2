/**
 * Outcome of a call as reports count it. Incoming: answered; abandoned (the caller hung up first); missed (it rang for the longest time a
 * call may ring); busy; blocked. Outgoing: reached or not. A call that still rings is waiting.
 */
export const CALL_OUTCOMES = [
  'answered',
  'abandoned',
  'missed',
  'busy',
  'blocked',
  'waiting',
  'reached',
  'not_reached',
] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]

/** A call answered within this time counts as answered in time. */
export const ANSWERED_IN_TIME_SECONDS = 20
