import { create } from 'zustand'
import { useSession } from '../../api/session.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/toast.ts'
import { draftIsEmpty, emptyDraft, type OrderDraft } from './order-draft.ts'
import { adoptDraft, draftKey, keepDraft, readDraft } from './stored-drafts.ts'

const TAB = 'dispecerat.tab'
/** The draft that became an order last, told to the other tabs. */
const PLACED = 'dispecerat.placed'
const HERE_EVERY_MS = 20_000

let tab = sessionStorage.getItem(TAB) ?? nameTab()

function nameTab(): string {
  const name = crypto.randomUUID()
  sessionStorage.setItem(TAB, name)
  return name
}

/** Whose draft this is. A session that ends leaves it with him: the last letter typed is his too. */
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

/** The draft of order 0: typed text must outlive a reload, a lost session and a look at another order. */
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
    // A duplicated tab carries the same name: from here on each keeps its own.
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

/** The draft became an order: here and in every tab that holds the same one the form is empty again. */
export function draftWasPlaced(placed: OrderDraft) {
  localStorage.setItem(PLACED, placed.id)
  if (useDraftStore.getState().draft.id === placed.id) replaceStoredDraft(emptyDraft())
}
