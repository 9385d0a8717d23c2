import { expect, test } from 'vitest'
import { fieldLabel } from './field-labels.ts'

test.each(['url', 'type', 'title', 'menuOrder', 'parentId', 'isPublished', 'version'])(
  'the history of a page labels %s',
  (field) => {
    expect(fieldLabel(field, {})).not.toBe(field)
    expect(fieldLabel(field, {})).not.toMatch(/_/)
  },
)

test('a page uses its own field labels', () => {
  expect(fieldLabel('licenceUntil', { licence_until: 'Permis până la' })).toBe('Permis până la')
  expect(fieldLabel('unheard_of', {})).toBe('unheard_of')
})
