import { expect, test } from 'vitest'
import { beginningOf, shortened } from './shortened.ts'

test.each([
  ['scurt', 10, 'scurt'],
  ['Tamponare la gară', 14, 'Tamponare la…'],
  ['un-cuvânt-fără-sfârșit', 9, 'un-cuvânt…'],
])('%j cut to %i letters is %j', (text, max, shown) => {
  expect(shortened(text, max)).toBe(shown)
  expect(text.startsWith(beginningOf(text, max))).toBe(true)
})
