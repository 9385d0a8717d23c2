import { expect, test } from 'vitest'
import { beginningOf, shortened } from './shortened.ts'

test.each([
  ['scurt', 10, 'scurt'],
  ['Tamponare la gară', 14, 'Tamponare la…'],
  ['un-cuvânt-fără-sfârșit', 9, 'un-cuvânt…'],
])('%j in %i letters is %j', (text, most, shown) => {
  expect(shortened(text, most)).toBe(shown)
  expect(text.startsWith(beginningOf(text, most))).toBe(true)
})
