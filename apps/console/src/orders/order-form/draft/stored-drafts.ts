import { draftIsEmpty, type OrderDraft, reviveDraft } from './order-draft.ts'

/** The part of Storage that drafts need. */
export type StoredDrafts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

interface Stored {
  draft: OrderDraft
  /** Time of the last heartbeat of the tab with this draft; 0 once it was closed. */
  seenAt: number
}

/**
 * A tab in the background sends a heartbeat at least once a minute (throttled timers); after this time without one it
 * counts as closed.
 */
const GONE_AFTER_MS = 150_000

/** Each user of this browser has their own drafts, and each tab one of its own. */
export function draftKey(userId: number, tab: string): string {
  return `dispecerat.draft.${userId}.${tab}`
}

/** Stores a tab's draft; an empty draft removes the entry. */
export function keepDraft(store: StoredDrafts, key: string, draft: OrderDraft, seenAt: number): void {
  if (draftIsEmpty(draft)) store.removeItem(key)
  else store.setItem(key, JSON.stringify({ draft, seenAt } satisfies Stored))
}

/** A tab's stored draft; an empty one when there is none that can be read. */
export function readDraft(store: StoredDrafts, key: string): OrderDraft {
  return reviveDraft(JSON.stringify(readStored(store, key)?.draft ?? null))
}

/**
 * A new tab adopts the draft of a closed one, the latest first, so that nothing typed is lost; drafts of open tabs
 * stay there. Null when there is none.
 */
export function adoptDraft(store: StoredDrafts, userId: number, now: number): OrderDraft | null {
  const prefix = draftKey(userId, '')
  const left: { key: string; stored: Stored }[] = []
  for (let n = 0; n < store.length; n++) {
    const key = store.key(n)
    const stored = key?.startsWith(prefix) ? readStored(store, key) : null
    if (key && stored && now - stored.seenAt > GONE_AFTER_MS) left.push({ key, stored })
  }
  const latest = left.toSorted((a, b) => b.stored.seenAt - a.stored.seenAt)[0]
  if (!latest) return null
  const draft = readDraft(store, latest.key)
  store.removeItem(latest.key)
  return draft
}

function readStored(store: StoredDrafts, key: string): Stored | null {
  try {
    const stored = JSON.parse(store.getItem(key) ?? 'null') as Partial<Stored> | null
    return stored?.draft ? { draft: stored.draft, seenAt: Number(stored.seenAt) || 0 } : null
  } catch {
    return null
  }
}
