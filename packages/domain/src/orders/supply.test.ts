import { expect, test } from 'vitest'
import { cellOf, middleOf } from './heat-cell.ts'
import { shortageOf } from './supply.ts'

test.each([
  ['enough cars for who waits', { freeNow: 1, freeSoon: 1, waiting: 2, usualOrders: null }, 0],
  ['two wait and one car comes free', { freeNow: 0, freeSoon: 1, waiting: 2, usualOrders: null }, 1],
  ['a usual hour of twelve brings two in ten minutes', { freeNow: 0, freeSoon: 0, waiting: 0, usualOrders: 12 }, 2],
  ['less than half an order is nobody', { freeNow: 0, freeSoon: 0, waiting: 0, usualOrders: 2.9 }, 0],
  ['idle cars are not a negative shortage', { freeNow: 9, freeSoon: 0, waiting: 1, usualOrders: 6 }, 0],
])('%s', (_name, supply, missing) => {
  expect(shortageOf(supply)).toBe(missing)
})

test('a point and the centre of its cell are in the same cell, within 170 m of each other', () => {
  const square = { lat: 45.6423, long: 25.5889 }
  const middle = middleOf(cellOf(square))
  expect(cellOf(middle)).toEqual(cellOf(square))
  expect(Math.abs(middle.lat - square.lat)).toBeLessThanOrEqual(0.001)
  expect(Math.abs(middle.long - square.long)).toBeLessThanOrEqual(0.0015)
})
