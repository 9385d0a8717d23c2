import { expect, test } from 'vitest'
import { PictureCache } from './picture-cache.ts'

test('cached pictures never exceed the maximum size: the least recently used one is removed first', () => {
  const cache = new PictureCache(100)
  for (const key of ['a', 'b', 'c']) cache.set(key, Buffer.alloc(30), 10)
  expect(cache.get('a', 1)).toBeDefined()
  cache.set('d', Buffer.alloc(30), 10)
  expect(cache.bytes).toBeLessThanOrEqual(100)
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key, 1))).toEqual(['a', 'c', 'd'])
})

test('a picture that is too old or too large is not cached', () => {
  const cache = new PictureCache(100)
  cache.set('old', Buffer.alloc(10), 10)
  cache.set('large', Buffer.alloc(101), 10)
  expect([cache.get('old', 10), cache.get('large', 1), cache.bytes]).toEqual([undefined, undefined, 0])
})
