import { expect, test } from 'vitest'
import { hasCreditFor } from './credit.ts'

test.each([
  ['up to the last ban', 100_00, 75_00, 25_00, true],
  ['one ban over', 100_00, 75_00, 25_01, false],
  ['without a limit', null, 9_999_00, 500_00, true],
  ['nothing to count on, room left', 100_00, 100_00, null, true],
  ['nothing to count on, already over', 100_00, 100_01, null, false],
  ['a limit of nothing', 0, 0, 10_00, false],
])('credit %s', (_name, limitBani, openBani, estimateBani, has) => {
  expect(hasCreditFor({ limitBani, openBani }, estimateBani)).toBe(has)
})
