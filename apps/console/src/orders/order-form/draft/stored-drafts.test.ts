import { expect, test } from 'vitest'
import { draftIsEmpty, emptyDraft } from './order-draft.ts'
import { adoptDraft, draftKey, keepDraft, readDraft, type StoredDrafts } from './stored-drafts.ts'

const NOW = 1_800_000_000_000
const MINUTE = 60_000
const ION = 7

function memoryStore(): StoredDrafts {
  const entries = new Map<string, string>()
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, text) => void entries.set(key, text),
    removeItem: (key) => void entries.delete(key),
    key: (n) => [...entries.keys()][n] ?? null,
    get length() {
      return entries.size
    },
  }
}
const typed = (phone: string) => ({ ...emptyDraft(), phone })

test('a reload finds the draft of its own tab, not that of another', () => {
  const store = memoryStore()
  keepDraft(store, draftKey(ION, 'one'), typed('0722'), NOW)
  keepDraft(store, draftKey(ION, 'two'), typed('0733'), NOW)
  expect(readDraft(store, draftKey(ION, 'one')).phone).toBe('0722')
  expect(readDraft(store, draftKey(ION, 'two')).phone).toBe('0733')
})

test('an emptied form removes its entry', () => {
  const store = memoryStore()
  keepDraft(store, draftKey(ION, 'one'), typed('0722'), NOW)
  keepDraft(store, draftKey(ION, 'one'), emptyDraft(), NOW)
  expect(store.length).toBe(0)
})

test('a new tab does not take the draft that another tab is typing', () => {
  const store = memoryStore()
  keepDraft(store, draftKey(ION, 'one'), typed('0722'), NOW - 2 * MINUTE)
  expect(adoptDraft(store, ION, NOW)).toBeNull()
  expect(readDraft(store, draftKey(ION, 'one')).phone).toBe('0722')
})

test('a new tab adopts the draft of a closed one, once', () => {
  const store = memoryStore()
  keepDraft(store, draftKey(ION, 'one'), typed('0722'), 0)
  expect(adoptDraft(store, ION, NOW)?.phone).toBe('0722')
  expect(adoptDraft(store, ION, NOW)).toBeNull()
})

test('after a crash of the browser the latest draft is adopted first', () => {
  const store = memoryStore()
  keepDraft(store, draftKey(ION, 'one'), typed('0722'), NOW - 60 * MINUTE)
  keepDraft(store, draftKey(ION, 'two'), typed('0733'), NOW - 10 * MINUTE)
  expect([adoptDraft(store, ION, NOW)?.phone, adoptDraft(store, ION, NOW)?.phone]).toEqual(['0733', '0722'])
})

test('a draft is not given to a colleague who used the same browser', () => {
  const store = memoryStore()
  keepDraft(store, draftKey(71, 'one'), typed('0722'), 0)
  expect(adoptDraft(store, ION, NOW)).toBeNull()
})

test('an unreadable entry is an empty form', () => {
  const store = memoryStore()
  for (const text of ['', '{', 'null', '[]', '{"draft":7}', '{"draft":{"phone":1}}']) {
    store.setItem(draftKey(ION, 'one'), text)
    expect(draftIsEmpty(readDraft(store, draftKey(ION, 'one'))), text).toBe(true)
    expect(adoptDraft(store, 71, NOW), text).toBeNull()
  }
})
