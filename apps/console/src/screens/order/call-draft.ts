import type { CallView } from '@dispecerat/contract/calls'
import type { OrderView } from '@dispecerat/contract/order-shapes'
import { prettyPhone } from '@dispecerat/domain/phone'
import { callDraftKey } from '../../calls/answering.ts'
import { serverNow } from '../../ui/now.ts'
import { draftOf, emptyDraft, type OrderDraft, reviveDraft } from './order-draft.ts'
import { typedOver } from './typed-over.ts'
import { withClient } from './use-fill-from-client.ts'
import { keepSavedDraft, savedDraftKey, storedDraft } from './use-saved-draft.ts'

/** What the form of a caller opens with before his draft has an id: as much as the ring has told of him. */
export function draftOfCall({ phone, client }: CallView): OrderDraft {
  const empty = { ...emptyDraft(), phone: prettyPhone(phone) }
  return { ...empty, ...withClient(empty, { ...client, phone }) }
}

/** The caller's draft has an id: what was typed for him meanwhile stands in it, all else is as it was found. */
export function adoptCallDraft(userId: number, call: CallView, order: OrderView) {
  const typed = takeTypedFor(userId, call)
  if (typed === null) return
  const found = storedDraft(savedDraftKey(userId, order.id)) ?? draftOf(order, new Date(serverNow()))
  keepSavedDraft(userId, order.id, typedOver(found, { typed, opened: draftOfCall(call) }))
}

/** Takes what was typed for a caller who got no draft; null: nothing was. */
export function takeTypedFor(userId: number, call: CallView): OrderDraft | null {
  const key = callDraftKey(userId, call.id)
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return kept === null ? null : reviveDraft(kept)
}
