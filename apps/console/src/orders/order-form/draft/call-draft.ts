import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import type { CallView } from '@dispecerat/contract/telephony/calls'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { callDraftKey } from '../../../shared/telephone/answering.ts'
import { serverNow } from '../../../ui/now.ts'
import { withClient } from '../client/use-fill-from-client.ts'
import { keepSavedDraft, savedDraftKey, storedDraft } from '../saved/use-saved-draft.ts'
import { draftOf, emptyDraft, type OrderDraft, reviveDraft } from './order-draft.ts'
import { typedOver } from './typed-over.ts'

/** Initial form of an answered call before its draft has an id, filled from the ringing call. */
export function draftOfCall({ phone, client }: CallView): OrderDraft {
  const empty = { ...emptyDraft(), phone: prettyPhone(phone) }
  return { ...empty, ...withClient(empty, { ...client, phone }) }
}

/** The call's draft has an id: moves the text typed meanwhile into it; untouched fields stay as loaded. */
export function adoptCallDraft(userId: number, call: CallView, order: OrderView) {
  const typed = takeTypedFor(userId, call)
  if (typed === null) return
  const found = storedDraft(savedDraftKey(userId, order.id)) ?? draftOf(order, new Date(serverNow()))
  keepSavedDraft(userId, order.id, typedOver(found, { typed, opened: draftOfCall(call) }))
}

/** Takes the text typed for a call that got no draft; null when nothing was typed. */
export function takeTypedFor(userId: number, call: CallView): OrderDraft | null {
  const key = callDraftKey(userId, call.id)
  const stored = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return stored === null ? null : reviveDraft(stored)
}
