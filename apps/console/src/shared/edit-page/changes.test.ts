import { expect, test } from 'vitest'
import { withField, without } from './changes.ts'

interface Values {
  type: 'page' | 'documentation'
  parent: number | null
}

test('two fields changed in one event are both changed', () => {
  const queued = [
    (changes: Partial<Values>) =>
      withField<Values, 'type'>(changes, 'type', { value: 'page', was: { value: 'documentation' } }),
    (changes: Partial<Values>) => withField<Values, 'parent'>(changes, 'parent', { value: null, was: { value: 7 } }),
  ]
  expect(queued.reduce((changes, set) => set(changes), {})).toEqual({ type: 'page', parent: null })
})

test('a field that is changed back is no change any more', () => {
  const changed: Partial<Values> = { type: 'page', parent: 8 }
  expect(withField<Values, 'parent'>(changed, 'parent', { value: 7, was: { value: 7 } })).toEqual({ type: 'page' })
})

test('a field that is changed back while its change is in flight is a change', () => {
  const sent: Partial<Values> = { parent: 8 }
  expect(withField<Values, 'parent'>(sent, 'parent', { value: 7, was: null })).toEqual({ parent: 7 })
})

test('changes made during a save are left once it has ended', () => {
  const sent: Partial<Values> = { type: 'page', parent: 8 }
  expect(without<Values>({ type: 'page', parent: 9 }, sent)).toEqual({ parent: 9 })
  expect(without<Values>({ type: 'page', parent: null }, sent)).toEqual({ parent: null })
  expect(without<Values>(sent, sent)).toEqual({})
})
