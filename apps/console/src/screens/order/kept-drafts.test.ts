import { expect, test } from 'vitest'
import { adoptDraft, type DraftShelf, draftKey, keepDraft, readDraft } from './kept-drafts.ts'
import { draftIsEmpty, emptyDraft } from './order-draft.ts'

const NOW = 1_800_000_000_000
const MINUTE = 60_000
const ION = 7

function aShelf(): DraftShelf {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
    key: (n) => [...kept.keys()][n] ?? null,
    get length() {
      return kept.size
    },
  }
}
const typed = (phone: string) => ({ ...emptyDraft(), phone })

test('a reload finds the draft of its own tab, not that of another', () => {
  const shelf = aShelf()
  keepDraft(shelf, draftKey(ION, 'one'), typed('0722'), NOW)
  keepDraft(shelf, draftKey(ION, 'two'), typed('0733'), NOW)
  expect(readDraft(shelf, draftKey(ION, 'one')).phone).toBe('0722')
  expect(readDraft(shelf, draftKey(ION, 'two')).phone).toBe('0733')
})

test('an emptied form leaves nothing behind', () => {
  const shelf = aShelf()
  keepDraft(shelf, draftKey(ION, 'one'), typed('0722'), NOW)
  keepDraft(shelf, draftKey(ION, 'one'), emptyDraft(), NOW)
  expect(shelf.length).toBe(0)
})

test('a new tab leaves alone what another tab is typing', () => {
  const shelf = aShelf()
  keepDraft(shelf, draftKey(ION, 'one'), typed('0722'), NOW - 2 * MINUTE)
  expect(adoptDraft(shelf, ION, NOW)).toBeNull()
  expect(readDraft(shelf, draftKey(ION, 'one')).phone).toBe('0722')
})

test('a new tab takes over the draft of a closed one, once', () => {
  const shelf = aShelf()
  keepDraft(shelf, draftKey(ION, 'one'), typed('0722'), 0)
  expect(adoptDraft(shelf, ION, NOW)?.phone).toBe('0722')
  expect(adoptDraft(shelf, ION, NOW)).toBeNull()
})

test('of a browser that died the latest draft comes back first', () => {
  const shelf = aShelf()
  keepDraft(shelf, draftKey(ION, 'one'), typed('0722'), NOW - 60 * MINUTE)
  keepDraft(shelf, draftKey(ION, 'two'), typed('0733'), NOW - 10 * MINUTE)
  expect([adoptDraft(shelf, ION, NOW)?.phone, adoptDraft(shelf, ION, NOW)?.phone]).toEqual(['0733', '0722'])
})

test('nobody gets the draft of a colleague who used the same browser', () => {
  const shelf = aShelf()
  keepDraft(shelf, draftKey(71, 'one'), typed('0722'), 0)
  expect(adoptDraft(shelf, ION, NOW)).toBeNull()
})

test('what cannot be read is an empty form', () => {
  const shelf = aShelf()
  for (const text of ['', '{', 'null', '[]', '{"draft":7}', '{"draft":{"phone":1}}']) {
    shelf.setItem(draftKey(ION, 'one'), text)
    expect(draftIsEmpty(readDraft(shelf, draftKey(ION, 'one'))), text).toBe(true)
    expect(adoptDraft(shelf, 71, NOW), text).toBeNull()
  }
})
