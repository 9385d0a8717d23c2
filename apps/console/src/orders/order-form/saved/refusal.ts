import { ApiError } from '../../../api/api-error.ts'
import { type FieldErrors, fieldErrors } from '../../../api/field-errors.ts'
import type { OrderDraft } from '../draft/order-draft.ts'

/** The server's refusal of a draft, by field. */
export interface Refusal {
  draft: OrderDraft
  fields: FieldErrors
  /** Reason why no order is accepted at all, whatever the draft contains (402). */
  noOrders?: string
}

/** Null when the request failed without a reply. */
export function refusalOf(error: unknown, draft: OrderDraft): Refusal | null {
  if (!(error instanceof ApiError)) return null
  return { draft, fields: fieldErrors(error), ...(error.status === 402 ? { noOrders: error.message } : {}) }
}
