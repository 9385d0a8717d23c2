import { useCallback, useState } from 'react'
import type { ChangeDraft } from '../draft/draft-store.ts'
import { type OrderDraft, reviveDraft } from '../draft/order-draft.ts'

export const savedDraftKey = (userId: number, orderId: number) => `dispecerat.order-draft.${userId}.${orderId}`

/** Stores a draft as if it had been typed. */
export function keepSavedDraft(userId: number, orderId: number, draft: OrderDraft) {
  sessionStorage.setItem(savedDraftKey(userId, orderId), JSON.stringify(draft))
}

/** The draft stored under this key; null when there is none. */
export function storedDraft(storageKey: string): OrderDraft | null {
  const stored = sessionStorage.getItem(storageKey)
  return stored === null ? null : reviveDraft(stored)
}

interface Held {
  storageKey: string
  draft: OrderDraft
}

/**
 * A draft stored under a key: it survives a reload, a lost session and changes by others. The draft of a call changes
 * its key when it gets an id, while the user types.
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
