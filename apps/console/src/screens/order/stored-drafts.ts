import { draftIsEmpty, type OrderDraft, reviveDraft } from './order-draft.ts'

/** The part of Storage that drafts are kept in. */
export type StoredDrafts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

interface Stored {
  draft: OrderDraft
  /** When the tab that types it last said that it is there; 0 once it was closed. */
  seenAt: number
}

/** A tab in the background says so once a minute at least; one that was silent longer is gone. */
const GONE_AFTER_MS = 150_000

/** Each user of this browser has own drafts, and each tab its own among them. */
export function draftKey(userId: number, tab: string): string {
  return `dispecerat.draft.${userId}.${tab}`
}

/** Keeps what a tab holds; an empty draft leaves nothing behind. */
export function keepDraft(store: StoredDrafts, key: string, draft: OrderDraft, seenAt: number): void {
  if (draftIsEmpty(draft)) store.removeItem(key)
  else store.setItem(key, JSON.stringify({ draft, seenAt } satisfies Stored))
}

/** What a tab kept; an empty draft when it kept nothing that can be read. */
export function readDraft(store: StoredDrafts, key: string): OrderDraft {
  return reviveDraft(JSON.stringify(readStored(store, key)?.draft ?? null))
}

/**
 * A tab that opens takes over the draft of one that was closed, the latest first, so that nothing typed is lost; what another
 * open tab is typing stays there. Null when nothing was left behind.
 */
export function adoptDraft(store: StoredDrafts, userId: number, now: number): OrderDraft | null {
  const prefix = draftKey(userId, '')
  const left: { key: string; kept: Stored }[] = []
  for (let n = 0; n < store.length; n++) {
    const key = store.key(n)
    const kept = key?.startsWith(prefix) ? readStored(store, key) : null
    if (key && kept && now - kept.seenAt > GONE_AFTER_MS) left.push({ key, kept })
  }
  const latest = left.toSorted((a, b) => b.kept.seenAt - a.kept.seenAt)[0]
  if (!latest) return null
  const draft = readDraft(store, latest.key)
  store.removeItem(latest.key)
  return draft
}

function readStored(store: StoredDrafts, key: string): Stored | null {
  try {
    const kept = JSON.parse(store.getItem(key) ?? 'null') as Partial<Stored> | null
    return kept?.draft ? { draft: kept.draft, seenAt: Number(kept.seenAt) || 0 } : null
  } catch {
    return null
  }
}
