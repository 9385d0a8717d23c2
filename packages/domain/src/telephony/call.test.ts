import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DomainError } from '../kernel/errors.ts'
import {
  answerTo,
  CALL_END_REASONS,
  CALL_STATES,
  type CallEndReason,
  type CallMove,
  type CallState,
  callAfter,
  callCan,
  callStateOfOrder,
  draftEndsWithCall,
  isToBeCalledBack,
  MAX_WAITING_CALLS,
  reasonOfEnd,
  whenItRings,
} from './call.ts'

const MOVES: CallMove[] = ['accept', 'hold', 'unhold', 'end']

/** State before the move → expected state after it, or the error code where the move is refused. */
const TABLE: Record<CallState, Record<CallMove, CallState | 'call.ended' | 'call.not_answered'>> = {
  pending: { accept: 'started', hold: 'call.not_answered', unhold: 'call.not_answered', end: 'ended' },
  started: { accept: 'started', hold: 'on_hold', unhold: 'started', end: 'ended' },
  on_hold: { accept: 'call.not_answered', hold: 'on_hold', unhold: 'started', end: 'ended' },
  ended: { accept: 'call.ended', hold: 'call.ended', unhold: 'call.ended', end: 'ended' },
}

function outcome(state: CallState, move: CallMove): string {
  try {
    return callAfter({ state }, move)
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}

describe('call state transitions', () => {
  for (const state of CALL_STATES) {
    for (const move of MOVES) {
      test(`${move} from ${state}: ${TABLE[state][move]}`, () => expect(outcome(state, move)).toBe(TABLE[state][move]))
    }
  }

  test('after any sequence of moves a call is answered at most once, never rings again, and stays ended once it has ended', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...MOVES), { maxLength: 40 }), (moves) => {
        let state: CallState = 'pending'
        let answers = 0
        for (const move of moves) {
          const before: CallState = state
          const after = outcome(before, move)
          if (after.startsWith('call.')) continue
          if (before === 'pending' && after === 'started') answers += 1
          if (callCan({ state: before }, move)) expect(after).not.toBe(before)
          expect(before === 'ended' && after !== 'ended').toBe(false)
          expect(before !== 'pending' && after === 'pending').toBe(false)
          state = after as CallState
        }
        expect(answers).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('repeating a move changes nothing', () => {
    for (const state of CALL_STATES) {
      for (const move of MOVES) {
        const after = outcome(state, move)
        if (!after.startsWith('call.')) expect(outcome(after as CallState, move)).toBe(after)
      }
    }
  })
})

describe('result of answering a call', () => {
  const ringing = { state: 'pending', dispatcherId: null, answeredBy: null } as const
  const [paper, exchange] = [{ exchangeReports: false }, { exchangeReports: true }]

  test.each([
    ['a ringing caller is free', ringing, paper, 'answer'],
    ['one with an exchange belongs to nobody before it has told', ringing, exchange, 'unheard'],
    ['one my phone has is mine to take', { ...ringing, answeredBy: 7 }, exchange, 'answer'],
    ['one a colleague’s phone has is taken before he says so', { ...ringing, answeredBy: 8 }, exchange, 'taken'],
    ['the same when nobody waits for the exchange', { ...ringing, answeredBy: 8 }, paper, 'taken'],
    ['mine is mine', { ...ringing, state: 'started', dispatcherId: 7 }, exchange, 'mine'],
    ['mine on hold is mine', { ...ringing, state: 'on_hold', dispatcherId: 7 }, paper, 'mine'],
    ['mine by transfer is mine', { ...ringing, state: 'started', dispatcherId: 7, answeredBy: 8 }, exchange, 'mine'],
    ['a colleague’s is taken', { ...ringing, state: 'started', dispatcherId: 8 }, paper, 'taken'],
    ['one who left is over', { ...ringing, state: 'ended', dispatcherId: 7, answeredBy: 7 }, exchange, 'over'],
  ] as const)('%s', (_, call, options, answer) => expect(answerTo(call, 7, options)).toBe(answer))
})

describe('end reason by what the exchange reports', () => {
  const reported = ['caller_hung_up', 'dispatcher_hung_up', 'connection_lost', 'not_reached'] as const
  const CALLS = {
    ringing: { state: 'pending', direction: 'in', isReached: false },
    talking: { state: 'started', direction: 'in', isReached: false },
    waiting: { state: 'on_hold', direction: 'in', isReached: false },
    'ringing somebody up': { state: 'started', direction: 'out', isReached: false },
    'reached on the phone': { state: 'on_hold', direction: 'out', isReached: true },
  } as const
  const REASONS: Record<keyof typeof CALLS, readonly CallEndReason[]> = {
    ringing: ['missed', 'missed', 'connection_lost', 'missed'],
    talking: ['call_ended', 'call_ended', 'connection_lost', 'call_ended'],
    waiting: ['call_ended', 'call_ended', 'connection_lost', 'call_ended'],
    'ringing somebody up': ['not_reached', 'not_reached', 'connection_lost', 'not_reached'],
    'reached on the phone': ['call_ended', 'call_ended', 'connection_lost', 'not_reached'],
  }
  test.each(Object.keys(CALLS) as (keyof typeof CALLS)[])('%s', (name) => {
    expect(reported.map((because) => reasonOfEnd(CALLS[name], because))).toEqual(REASONS[name])
  })

  test('missed and interrupted calls are to be called back; test calls, blocked phones and outgoing calls are not', () => {
    const call = { state: 'pending', direction: 'in', isTest: false } as const
    expect(isToBeCalledBack(call, 'missed')).toBe(true)
    expect(isToBeCalledBack(call, 'connection_lost')).toBe(true)
    expect(isToBeCalledBack({ ...call, state: 'on_hold' }, 'connection_lost')).toBe(true)
    expect(isToBeCalledBack({ ...call, state: 'started' }, 'call_ended')).toBe(false)
    expect(isToBeCalledBack(call, 'blocked')).toBe(false)
    expect(isToBeCalledBack({ ...call, isTest: true }, 'missed')).toBe(false)
    expect(isToBeCalledBack({ ...call, state: 'started', direction: 'out' }, 'connection_lost')).toBe(false)
  })
})

test('fifteen calls may wait, the sixteenth is busy; a blocked phone is declined first, a test call always rings', () => {
  const caller = { isBlocked: false, isTest: false, waiting: 0 }
  expect(whenItRings({ ...caller, waiting: MAX_WAITING_CALLS - 1 })).toBe('ring')
  expect(whenItRings({ ...caller, waiting: MAX_WAITING_CALLS })).toBe('busy')
  expect(whenItRings({ ...caller, isBlocked: true, waiting: 99 })).toBe('decline')
  expect(whenItRings({ isBlocked: true, isTest: true, waiting: 99 })).toBe('ring')
})

test('an order reports its call as active until the call has ended', () => {
  expect(CALL_STATES.map(callStateOfOrder)).toEqual(['active', 'active', 'active', 'ended'])
})

test('a draft is discarded when its caller hangs up, but stays when the line broke', () => {
  expect(CALL_END_REASONS.filter((reason) => draftEndsWithCall(reason, 'in'))).toEqual(['call_ended'])
  expect(CALL_END_REASONS.filter((reason) => draftEndsWithCall(reason, 'out'))).toEqual([])
})
