import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { useUser } from '../../../api/session.ts'
import { useLive } from '../../../realtime/use-live.ts'
import {
  keepCallerForNewOrder,
  useCallerForNewOrder,
} from '../../../shared/telephone/order-form/caller-for-new-order.ts'
import { giveKeys } from '../../../shared/telephone/order-form/hold-keys.ts'
import { useWorkspace } from '../../../shared/workspace/workspace.ts'
import { ro } from '../../../text/ro.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { offerUndo } from '../../../ui/dialogs/undo-toast.tsx'
import { draftOfCall, takeTypedFor } from './call-draft.ts'
import { replaceStoredDraft, useDraftStore } from './draft-store.ts'
import { draftIsEmpty, type OrderDraft } from './order-draft.ts'

const SET_ASIDE_MS = 10_000
/** The layout may still be loading. */
const MAX_FRAMES = 120

/**
 * The draft of a call: the focus goes straight to the pickup, and when the caller hangs up the typed text moves to
 * order 0, because the draft ends with the call. Null: the call is being answered, and its draft has no id yet.
 */
export function useCallOfDraft(order: OrderView | null, draft: OrderDraft, forget: () => void) {
  const navigate = useNavigate()
  const { orderPath } = useWorkspace()
  const isOnTheLine = order === null || order.call_state === 'active'

  /* A layout effect, so that the next keystroke already goes to this form. */
  useLayoutEffect(() => (isOnTheLine ? focusPickup() : undefined), [isOnTheLine])

  useLive('client_call_ended', ({ order_id, reason_type }) => {
    const isTyped = draft.places.some(({ name }) => name.trim() !== '')
    if (order === null || order_id !== order.id || reason_type !== 'call_ended' || !isTyped) return
    takeOver({ ...draft, id: crypto.randomUUID() })
    forget()
    toast.info(ro.calls.stillTyped)
    void navigate({ to: orderPath, params: { id: '0' }, search: (search) => search })
  })
}

/** Order 0 takes over the phone number and the typed text of a call whose draft could not be made. */
export function useCallerTakenOver() {
  const { id: userId } = useUser()
  const call = useCallerForNewOrder((s) => s.call)
  useEffect(() => {
    if (call === null) return
    keepCallerForNewOrder(null)
    takeOver(takeTypedFor(userId, call) ?? draftOfCall(call))
    return focusPickup()
  }, [call, userId])
}

function takeOver(draft: OrderDraft) {
  const before = useDraftStore.getState().draft
  replaceStoredDraft(draft)
  if (draftIsEmpty(before)) return
  const undo = () => replaceStoredDraft(before)
  offerUndo({ text: ro.calls.setAside, label: ro.calls.bringBack, ms: SET_ASIDE_MS, undo })
}

/** Returns a function that stops waiting for the field. */
function focusPickup(): () => void {
  let frames = 0
  let request = 0
  const focusPickup = () => {
    const pickups = document.querySelectorAll<HTMLElement>('.order-form .place [role="combobox"]')
    const pickup = [...pickups].find((one) => one.checkVisibility())
    pickup?.focus()
    if (pickup) {
      giveKeys()
      noteSpeed()
    } else if (frames++ < MAX_FRAMES) request = requestAnimationFrame(focusPickup)
  }
  focusPickup()
  return () => cancelAnimationFrame(request)
}

/** Measures the time from the answering key to the focused address, for performance tests. */
function noteSpeed() {
  if (performance.getEntriesByName('call-answered').length === 0) return
  performance.measure('answer-to-address', 'call-answered')
  performance.clearMarks('call-answered')
}
