import type { CallView } from '@dispecerat/contract/telephony/calls'
import { expect, test } from 'vitest'
import { forgetAnswer, noteAnswer } from '../../../shared/telephone/answer-notes.ts'
import { answersLeft, fateOf } from './answers-left.ts'

const ION = 7
const ANA = 8

function memoryStore() {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
    key: (n: number) => [...entries.keys()][n] ?? null,
    get length() {
      return entries.size
    },
  }
}
const aCall = (over: Partial<CallView> = {}) =>
  ({ id: 1, state: 'pending', dispatcher_id: null, answered_by: null, phone: '+40722000001', ...over }) as CallView

test('a reloaded page finds its accept requests in flight with their orders, and none of another user', () => {
  const store = memoryStore()
  noteAnswer(store, ION, { call: aCall({ id: 12 }), orderId: 40 })
  noteAnswer(store, ION, { call: aCall({ id: 9 }), orderId: null })
  noteAnswer(store, ANA, { call: aCall({ id: 10 }), orderId: null })
  expect(answersLeft(store, ION).map(({ call, orderId }) => [call.id, orderId])).toEqual([
    [9, null],
    [12, 40],
  ])
})

test('an accept request whose outcome arrived is removed, and an unreadable entry is ignored', () => {
  const store = memoryStore()
  noteAnswer(store, ION, { call: aCall(), orderId: null })
  forgetAnswer(store, ION, aCall())
  store.setItem('dispecerat.answering.7.3', '{"call":')
  expect(answersLeft(store, ION)).toEqual([])
})

test('an accept request without outcome: the call still rings, is mine according to the exchange or the server, or is gone', () => {
  expect(fateOf(aCall(), ION)).toBe('rings')
  expect(fateOf(aCall({ answered_by: ION }), ION)).toBe('mine')
  expect(fateOf(aCall({ state: 'on_hold', dispatcher_id: ION }), ION)).toBe('mine')
  expect(fateOf(aCall({ answered_by: ANA }), ION)).toBe('gone')
  expect(fateOf(aCall({ state: 'started', dispatcher_id: ANA }), ION)).toBe('gone')
  expect(fateOf(aCall({ state: 'ended', dispatcher_id: ION }), ION)).toBe('gone')
  expect(fateOf(undefined, ION)).toBe('gone')
})
