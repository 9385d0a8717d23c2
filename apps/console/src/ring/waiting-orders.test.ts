import { expect, test } from 'vitest'
import {
  applyOrder,
  notifiedNow,
  REPEAT_INTERVAL_MS,
  seeAll,
  tonesAreDue,
  type WaitingOrders,
} from './waiting-orders.ts'

const NOBODY: WaitingOrders = new Map()

test('an order that comes into the pending queue calls once, and again each minute while nobody looks', () => {
  const came = applyOrder(NOBODY, 5, true)
  expect(tonesAreDue(came, 0)).toBe(true)
  const told = notifiedNow(came, 1000)
  expect(tonesAreDue(told, 1000 + REPEAT_INTERVAL_MS - 1)).toBe(false)
  expect(tonesAreDue(told, 1000 + REPEAT_INTERVAL_MS)).toBe(true)
})

test('whoever looked is not called again, until another one comes', () => {
  const seen = seeAll(notifiedNow(applyOrder(NOBODY, 5, true), 0))
  expect(tonesAreDue(seen, REPEAT_INTERVAL_MS * 3)).toBe(false)
  expect(tonesAreDue(applyOrder(seen, 6, true), REPEAT_INTERVAL_MS * 3)).toBe(true)
})

test('a press in the moment it comes does not silence what was never heard', () => {
  expect(tonesAreDue(seeAll(applyOrder(NOBODY, 5, true)), 0)).toBe(true)
})

test('one that leaves the queue is quiet, and one that comes back calls anew', () => {
  const seen = seeAll(notifiedNow(applyOrder(NOBODY, 5, true), 0))
  const left = applyOrder(seen, 5, false)
  expect(left.size).toBe(0)
  expect(tonesAreDue(applyOrder(left, 5, true), 10)).toBe(true)
})

test('a change of an order that waits already is no news', () => {
  const told = notifiedNow(applyOrder(NOBODY, 5, true), 0)
  expect(applyOrder(told, 5, true)).toBe(told)
  expect(applyOrder(NOBODY, 6, false)).toBe(NOBODY)
})
