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

test('an order entering the pending queue plays tones once, and again each minute until it is seen', () => {
  const came = applyOrder(NOBODY, 5, true)
  expect(tonesAreDue(came, 0)).toBe(true)
  const notified = notifiedNow(came, 1000)
  expect(tonesAreDue(notified, 1000 + REPEAT_INTERVAL_MS - 1)).toBe(false)
  expect(tonesAreDue(notified, 1000 + REPEAT_INTERVAL_MS)).toBe(true)
})

test('a seen order plays no more tones, until another one enters', () => {
  const seen = seeAll(notifiedNow(applyOrder(NOBODY, 5, true), 0))
  expect(tonesAreDue(seen, REPEAT_INTERVAL_MS * 3)).toBe(false)
  expect(tonesAreDue(applyOrder(seen, 6, true), REPEAT_INTERVAL_MS * 3)).toBe(true)
})

test('a press at the moment an order enters does not silence tones that were not played yet', () => {
  expect(tonesAreDue(seeAll(applyOrder(NOBODY, 5, true)), 0)).toBe(true)
})

test('an order leaving the queue is silent, and one that returns plays tones again', () => {
  const seen = seeAll(notifiedNow(applyOrder(NOBODY, 5, true), 0))
  const left = applyOrder(seen, 5, false)
  expect(left.size).toBe(0)
  expect(tonesAreDue(applyOrder(left, 5, true), 10)).toBe(true)
})

test('a change of an order already in the queue plays no tones', () => {
  const notified = notifiedNow(applyOrder(NOBODY, 5, true), 0)
  expect(applyOrder(notified, 5, true)).toBe(notified)
  expect(applyOrder(NOBODY, 6, false)).toBe(NOBODY)
})
