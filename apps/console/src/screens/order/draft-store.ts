import { create } from 'zustand'
import { useSession } from '../../api/session.ts'
import { draftIsEmpty, emptyDraft, type OrderDraft, reviveDraft } from './order-draft.ts'

/** Each user of this browser has an own draft. */
const keptAs = () => `dispecerat.draft.${useSession.getState().userId ?? 0}`

/** The draft of order 0: typed text must outlive a reload, a lost session and a look at another order. */
export const useDraftStore = create<{ draft: OrderDraft }>(() => ({
  draft: reviveDraft(localStorage.getItem(keptAs())),
}))

useDraftStore.subscribe(({ draft }) => {
  if (draftIsEmpty(draft)) localStorage.removeItem(keptAs())
  else localStorage.setItem(keptAs(), JSON.stringify(draft))
})

useSession.subscribe((now, before) => {
  if (now.userId === before.userId) return
  useDraftStore.setState({ draft: now.userId === null ? emptyDraft() : reviveDraft(localStorage.getItem(keptAs())) })
})

export type ChangeDraft = (change: Partial<OrderDraft> | ((draft: OrderDraft) => Partial<OrderDraft>)) => void

export const changeKeptDraft: ChangeDraft = (change) =>
  useDraftStore.setState(({ draft }) => ({
    draft: { ...draft, ...(typeof change === 'function' ? change(draft) : change) },
  }))

export function replaceKeptDraft(draft: OrderDraft) {
  useDraftStore.setState({ draft })
}
