import { expect, test } from 'vitest'
import { percentOf } from './money.ts'

test.each([
  [5, 1000, 1],
  [4, 1000, 0],
  [15, 1000, 2],
  [9_999_999, 10_000, 9_999_999],
  [1, 4999, 0],
  [1, 5000, 1],
])('%i bani at %i hundredths of a percent are %i, rounded half up', (bani, hundredths, share) => {
  expect(percentOf(bani, hundredths)).toBe(share)
})
