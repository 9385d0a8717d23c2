import type { PlaceView } from '@dispecerat/contract/orders/order-shapes'
import { expect, test } from 'vitest'
import { moveId, placesWithEdited, sortByIds } from './places-in-order.ts'

const place = (id: number) => ({ id, name: `Strada ${id}` }) as PlaceView

test('an address moves by this many positions and stops at the ends', () => {
  expect(moveId([1, 2, 3], 3, -1)).toEqual([1, 3, 2])
  expect(moveId([1, 2, 3], 1, 2)).toEqual([2, 3, 1])
  expect(moveId([1, 2, 3], 1, -1)).toEqual([1, 2, 3])
  expect(moveId([1, 2, 3], 9, 1)).toEqual([1, 2, 3])
})

test('an edited address stays on the screen when a colleague has deleted it', () => {
  const places = [place(1), place(3)]
  expect(placesWithEdited(places, null).map(({ id }) => id)).toEqual([1, 3])
  expect(placesWithEdited(places, place(3)).map(({ id }) => id)).toEqual([1, 3])
  expect(placesWithEdited(places, place(2)).map(({ id }) => id)).toEqual([1, 3, 2])
})

test('addresses keep their new order; one added meanwhile comes last', () => {
  expect(sortByIds([place(1), place(2), place(3)], [3, 1]).map(({ id }) => id)).toEqual([3, 1, 2])
})
