import { expect, test } from 'vitest'
import {
  gramsFromKg,
  isDeliveryPackage,
  isDeliveryService,
  kgFromGrams,
  photoTypeOf,
  serviceOfPackage,
} from './goods.ts'

test('couriers and restaurants deliver, a taxi company drives people, an unknown package too', () => {
  expect([0, 1, 2, 3].map(isDeliveryPackage)).toEqual([false, false, true, true])
  expect([0, 1, 2, 3].map(serviceOfPackage)).toEqual([1, 1, 2, 3])
  expect([1, 2, 3].map(isDeliveryService)).toEqual([false, true, true])
})

test('a weight keeps its grams', () => {
  expect(gramsFromKg(12.34)).toBe(12_340)
  expect(kgFromGrams(gramsFromKg(0.07))).toBe(0.07)
})

test.each([
  ['a JPEG', [0xff, 0xd8, 0xff, 0xe0, 0, 16], 'image/jpeg'],
  ['a PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], 'image/png'],
  ['a PNG cut off in its signature', [0x89, 0x50, 0x4e], null],
  ['a page that calls itself a photo', [...Buffer.from('<svg onload=alert(1)>')], null],
  ['nothing', [], null],
])('%s is recognised by its first bytes', (_name, bytes, type) => {
  expect(photoTypeOf(Uint8Array.from(bytes))).toBe(type)
})
