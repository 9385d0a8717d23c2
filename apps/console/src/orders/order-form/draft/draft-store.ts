import { create } from 'zustand'
import { useSession } from '../../../api/session.ts'
import { ro } from '../../../text/ro.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { draftIsEmpty, emptyDraft, type OrderDraft } from './order-draft.ts'
import { adoptDraft, draftKey, keepDraft, readDraft } from './stored-drafts.ts'

const TAB = 'dispecerat.tab'
/** Id of the last draft that became an order, published to the other tabs through localStorage. */
const PLACED = 'dispecerat.placed'
const HERE_EVERY_MS = 20_000

let tab = sessionStorage.getItem(TAB) ?? nameTab()

function nameTab(): string {
  const name = crypto.randomUUID()
  sessionStorage.setItem(TAB, name)
  return name
}

/** The draft's user. When the session ends, the last keystrokes are still stored under that user. */
let writer = useSession.getState().userId

function ownKey(): string | null {
  return writer === null ? null : draftKey(writer, tab)
}

function draftOfTab(): OrderDraft {
  if (writer === null) return emptyDraft()
  const own = readDraft(localStorage, draftKey(writer, tab))
  return draftIsEmpty(own) ? (adoptDraft(localStorage, writer, Date.now()) ?? own) : own
}

function keep(seenAt: number) {
  const key = ownKey()
  if (key !== null) keepDraft(localStorage, key, useDraftStore.getState().draft, seenAt)
}

/** The draft of order 0. It survives a reload, a lost session and the visit of another order. */
export const useDraftStore = create<{ draft: OrderDraft }>(() => ({ draft: draftOfTab() }))
keep(Date.now())

useDraftStore.subscribe(() => keep(Date.now()))
setInterval(() => {
  if (!draftIsEmpty(useDraftStore.getState().draft)) keep(Date.now())
}, HERE_EVERY_MS)
window.addEventListener('pagehide', () => keep(0))
window.addEventListener('pageshow', () => keep(Date.now()))

useSession.subscribe(({ userId }) => {
  if (userId === null || userId === writer) return
  writer = userId
  useDraftStore.setState({ draft: draftOfTab() })
})

window.addEventListener('storage', (event) => {
  if (event.key === PLACED && event.newValue === useDraftStore.getState().draft.id) {
    replaceStoredDraft(emptyDraft())
    toast.info(ro.order.placedElsewhere)
  } else if (event.key !== null && event.key === ownKey()) {
    /* A duplicated tab copies sessionStorage: from here on each tab has a name of its own. */
    tab = nameTab()
    keep(Date.now())
  }
})

export type ChangeDraft = (change: Partial<OrderDraft> | ((draft: OrderDraft) => Partial<OrderDraft>)) => void

export const changeStoredDraft: ChangeDraft = (change) =>
  useDraftStore.setState(({ draft }) => ({
    draft: { ...draft, ...(typeof change === 'function' ? change(draft) : change) },
  }))

export function replaceStoredDraft(draft: OrderDraft) {
  useDraftStore.setState({ draft })
}

/** The draft became an order: clears the form here and in every tab that holds the same draft. */
export function draftWasPlaced(placed: OrderDraft) {
  localStorage.setItem(PLACED, placed.id)
  if (useDraftStore.getState().draft.id === placed.id) replaceStoredDraft(emptyDraft())
}
