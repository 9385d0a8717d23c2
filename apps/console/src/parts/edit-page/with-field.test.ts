import { expect, test } from 'vitest'
import { withField } from './use-edit-form.ts'

interface Values {
  type: 'page' | 'documentation'
  parent: number | null
}

test('two fields changed in one event are both changed', () => {
  const queued = [
    (kept: Partial<Values>) => withField<Values, 'type'>(kept, 'type', { value: 'page', was: 'documentation' }),
    (kept: Partial<Values>) => withField<Values, 'parent'>(kept, 'parent', { value: null, was: 7 }),
  ]
  expect(queued.reduce((kept, set) => set(kept), {})).toEqual({ type: 'page', parent: null })
})

test('a field that is put back is no change any more', () => {
  const changed: Partial<Values> = { type: 'page', parent: 8 }
  expect(withField<Values, 'parent'>(changed, 'parent', { value: 7, was: 7 })).toEqual({ type: 'page' })
})
