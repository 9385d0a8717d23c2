import { expect, test } from 'vitest'
import { gramsFromKg, isDeliveryPackage, isDeliveryService, kgFromGrams, serviceOfPackage } from './goods.ts'

test('couriers and restaurants deliver, a taxi company drives people, an unknown package too', () => {
  expect([0, 1, 2, 3].map(isDeliveryPackage)).toEqual([false, false, true, true])
  expect([0, 1, 2, 3].map(serviceOfPackage)).toEqual([1, 1, 2, 3])
  expect([1, 2, 3].map(isDeliveryService)).toEqual([false, true, true])
})

test('a weight keeps its grams', () => {
  expect(gramsFromKg(12.34)).toBe(12_340)
  expect(kgFromGrams(gramsFromKg(0.07))).toBe(0.07)
})
