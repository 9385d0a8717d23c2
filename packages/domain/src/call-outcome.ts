/**
 * What became of a call, as a report counts it. Of calls that ring at a company: answered; abandoned (the caller hung up first);
 * missed (it rang as long as a call may); busy; blocked. Of calls that go out: reached or not. A call that still rings is waiting.
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

/** Answered within so many seconds is answered in time. */
export const ANSWERED_IN_TIME_SECONDS = 20
