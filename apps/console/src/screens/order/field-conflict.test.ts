import { expect, test } from 'vitest'
import { theirsOf } from './field-conflict.ts'

test('a field nobody else touched is no conflict, whatever is typed', () => {
  expect(theirsOf({ value: 'Ana', base: 'Ion' }, 'Ion')).toBeNull()
})

test('what a colleague made of the field is told, also when he emptied it', () => {
  expect(theirsOf({ value: 'Ana', base: 'Ion' }, 'Elena')).toEqual({ value: 'Elena' })
  expect(theirsOf({ value: 'Ana', base: 'Ion' }, '')).toEqual({ value: '' })
  expect(theirsOf<string[]>({ value: ['pet'], base: [] }, ['luggage'])).toEqual({ value: ['luggage'] })
})

test('the same thing typed by both, or taken back meanwhile, is no conflict', () => {
  expect(theirsOf({ value: 'Ana', base: 'Ion' }, 'Ana')).toBeNull()
  expect(theirsOf<string[]>({ value: ['pet'], base: ['pet'] }, ['pet'])).toBeNull()
})
