import { expect, test } from 'vitest'
import { fieldWord } from './field-words.ts'

test.each(['url', 'type', 'title', 'menuOrder', 'parentId', 'isPublished', 'version'])(
  'the history of a page says %s in words',
  (field) => {
    expect(fieldWord(field, {})).not.toBe(field)
    expect(fieldWord(field, {})).not.toMatch(/_/)
  },
)

test('a page says its own fields its own way', () => {
  expect(fieldWord('licenceUntil', { licence_until: 'Permis până la' })).toBe('Permis până la')
  expect(fieldWord('unheard_of', {})).toBe('unheard_of')
})
