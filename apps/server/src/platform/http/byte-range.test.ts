import { expect, test } from 'vitest'
import { byteRange } from './byte-range.ts'

test.each([
  [undefined, null],
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=10-19', { from: 10, to: 19 }],
  ['bytes=90-500', { from: 90, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-500', { from: 0, to: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=20-10', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['items=0-1', null],
  ['bytes=0x0-1', null],
])('in a file of 100 bytes %s selects %o', (header, range) => {
  expect(byteRange(header, 100)).toEqual(range)
})

test('an empty file has no range', () => {
  expect(byteRange('bytes=0-', 0)).toBe('none')
  expect(byteRange(undefined, 0)).toBeNull()
})
