import type { CallView } from '@dispecerat/contract/telephony/calls'
import { describe, expect, test } from 'vitest'
import { activeCall, applyCalls, callOfOrder, NO_CALLS, replaceCalls, waitingCalls } from './call-lines.ts'

const ME = 7

function aCall(id: number, over: Partial<CallView> = {}): CallView {
  const at = (second: number) => `2026-03-01 10:00:${String(second).padStart(2, '0')}`
  return {
    id,
    company_id: 1,
    phone: `+4072233344${id}`,
    sip_caller_id: `sip-${id}`,
    direction: 'in',
    state: 'pending',
    rang_at: at(id),
    started_at: null,
    reached_at: null,
    held_at: null,
    ended_at: null,
    is_test: false,
    dispatcher_id: null,
    dispatcher_name: null,
    answered_by: null,
    transferred_from: null,
    transferred_from_name: null,
    callee_driver_id: null,
    callee_driver_name: null,
    order_id: null,
    reason_type: null,
    reason_text: null,
    client: {
      id: null,
      name: null,
      about: null,
      protocol_parent_user: null,
      is_blocked: false,
      blocked_reason: null,
      orders_count: 0,
      canceled_count: 0,
      no_shows_count: 0,
      last_order_at: null,
      open_order: null,
      addresses: [],
    },
    ...over,
  }
}

const mine = (id: number, over: Partial<CallView> = {}) =>
  aCall(id, {
    state: 'started',
    dispatcher_id: ME,
    order_id: id * 10,
    started_at: `2026-03-01 10:01:${String(id).padStart(2, '0')}`,
    ...over,
  })

describe('ringing calls', () => {
  test('are sorted by the time they rang, whatever order their events arrived in', () => {
    const open = applyCalls(NO_CALLS, [aCall(3), aCall(1), aCall(2)], ME)
    expect(waitingCalls(open).map(({ id }) => id)).toEqual([1, 2, 3])
  })

  test('lose a call at once when a telephone has answered it, before any dispatcher has accepted it', () => {
    const open = applyCalls(NO_CALLS, [aCall(1, { answered_by: 8 }), aCall(2, { answered_by: ME }), aCall(3)], ME)
    expect(waitingCalls(open).map(({ id }) => id)).toEqual([3])
  })

  test('lose a call that a colleague answers, which takes none of my lines', () => {
    const rings = applyCalls(NO_CALLS, [aCall(1)], ME)
    const taken = applyCalls(rings, [mine(1, { dispatcher_id: 8 })], ME)
    expect([waitingCalls(taken), taken.lines]).toEqual([[], NO_CALLS.lines])
    expect(callOfOrder(taken, 10)?.dispatcher_id).toBe(8)
  })
})

describe('my lines', () => {
  test('a call keeps its line while others end, and the next one takes the free one', () => {
    let open = applyCalls(NO_CALLS, [mine(1), mine(2), mine(3)], ME)
    expect(open.lines.slice(0, 4)).toEqual([1, 2, 3, null])
    open = applyCalls(open, [mine(1, { state: 'ended' })], ME)
    expect(open.lines.slice(0, 3)).toEqual([null, 2, 3])
    open = applyCalls(open, [mine(4)], ME)
    expect(open.lines.slice(0, 3)).toEqual([4, 2, 3])
  })

  test('the tenth call has no line until another one ends', () => {
    const ten = Array.from({ length: 10 }, (_, n) => mine(n + 1, { state: 'on_hold' }))
    const open = applyCalls(NO_CALLS, ten, ME)
    expect(open.lines).not.toContain(10)
    expect(applyCalls(open, [mine(5, { state: 'ended' })], ME).lines[4]).toBe(10)
  })

  test('the active call is the one I talk in, not one on hold', () => {
    const open = applyCalls(NO_CALLS, [mine(1, { state: 'on_hold' }), mine(2)], ME)
    expect(activeCall(open)?.id).toBe(2)
    expect(activeCall(applyCalls(open, [mine(2, { state: 'on_hold' })], ME))).toBeNull()
  })
})

test('an event that arrives while the list loads is newer than the reply', () => {
  const merged = replaceCalls(NO_CALLS, [aCall(1), aCall(2)], [aCall(1, { state: 'ended' }), aCall(3)], ME)
  expect(waitingCalls(merged).map(({ id }) => id)).toEqual([2, 3])
})

test('a call missing from the loaded list is removed and frees its line', () => {
  const open = applyCalls(NO_CALLS, [mine(1), aCall(2)], ME)
  expect(replaceCalls(open, [], [], ME)).toEqual(NO_CALLS)
})
