import { expect, test } from 'vitest'
import { slugOf } from './content-values.ts'

test.each([
  ['Ghid rapid, pentru șoferi', 'ghid-rapid-pentru-soferi'],
  ['  Țintă: 100%  ', 'tinta-100'],
  ['!!!', ''],
  ['a'.repeat(100), 'a'.repeat(80)],
])('%j stands at %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})
