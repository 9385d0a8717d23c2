import { expect, test } from 'vitest'
import { theirsOf } from './field-conflict.ts'

test('an unchanged field is no conflict, whatever is typed', () => {
  expect(theirsOf({ value: 'Ana', base: 'Ion' }, 'Ion')).toBeNull()
})

test('a colleague’s value is reported, also when they emptied the field', () => {
  expect(theirsOf({ value: 'Ana', base: 'Ion' }, 'Elena')).toEqual({ value: 'Elena' })
  expect(theirsOf({ value: 'Ana', base: 'Ion' }, '')).toEqual({ value: '' })
  expect(theirsOf<string[]>({ value: ['pet'], base: [] }, ['luggage'])).toEqual({ value: ['luggage'] })
})

test('the same value typed by both, or changed back meanwhile, is no conflict', () => {
  expect(theirsOf({ value: 'Ana', base: 'Ion' }, 'Ana')).toBeNull()
  expect(theirsOf<string[]>({ value: ['pet'], base: ['pet'] }, ['pet'])).toBeNull()
})
