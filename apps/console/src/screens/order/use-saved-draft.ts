import { useCallback, useState } from 'react'
import type { ChangeDraft } from './draft-store.ts'
import { type OrderDraft, reviveDraft } from './order-draft.ts'

export const savedDraftKey = (userId: number, orderId: number) => `dispecerat.order-draft.${userId}.${orderId}`

/** What the form of a draft opens with, as if it had been typed. */
export function keepSavedDraft(userId: number, orderId: number, draft: OrderDraft) {
  sessionStorage.setItem(savedDraftKey(userId, orderId), JSON.stringify(draft))
}

/** What was typed and kept under this name; null: nothing was. */
export function storedDraft(storageKey: string): OrderDraft | null {
  const kept = sessionStorage.getItem(storageKey)
  return kept === null ? null : reviveDraft(kept)
}

interface Held {
  storageKey: string
  draft: OrderDraft
}

/**
 * What is typed into a draft, kept under a name: a reload, a lost session and somebody else's change leave it as it stands. A caller's
 * draft changes its name when it gets an id, under the hands of who types.
 */
export function useSavedDraft(storageKey: string, begin: () => OrderDraft) {
  const read = (): Held => ({ storageKey, draft: storedDraft(storageKey) ?? begin() })
  const [held, setHeld] = useState<Held>(read)
  if (held.storageKey !== storageKey) setHeld(read())
  const change: ChangeDraft = useCallback(
    (next) =>
      setHeld((before) => {
        const over = typeof next === 'function' ? next(before.draft) : next
        const isSame = Object.entries(over).every(([field, value]) => before.draft[field as keyof OrderDraft] === value)
        if (isSame) return before
        const draft = { ...before.draft, ...over }
        sessionStorage.setItem(before.storageKey, JSON.stringify(draft))
        return { ...before, draft }
      }),
    [],
  )
  return { draft: held.draft, change, forget: () => sessionStorage.removeItem(storageKey) }
}
