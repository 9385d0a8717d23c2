import type { OrderView } from '@dispecerat/contract/order-shapes'
import { isFareField } from '@dispecerat/domain/order'
import { savedOrderWords } from '../../text/saved-order-words.ts'

/** Why a fare field cannot change: the order is on an invoice, or its driver was paid. Null if it can. */
export function fareLock({ is_invoiced, is_paid }: OrderView['finance_info'], field: string): string | null {
  if (!isFareField(field)) return null
  if (is_invoiced) return savedOrderWords.edit.invoiced
  return is_paid ? savedOrderWords.edit.paid : null
}
