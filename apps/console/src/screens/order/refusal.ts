import { ApiError } from '../../api/api-error.ts'
import type { OrderDraft } from './order-draft.ts'

/** The server's "no" to a draft, field by field. */
export interface Refusal {
  draft: OrderDraft
  fields: Readonly<Record<string, string[]>>
  /** Why no order is taken at all, whatever the draft says (402). */
  noOrders?: string
}

/** null: nobody answered with a reason. */
export function refusalOf(error: unknown, draft: OrderDraft): Refusal | null {
  if (!(error instanceof ApiError)) return null
  return { draft, fields: error.fields, ...(error.status === 402 ? { noOrders: error.message } : {}) }
}
