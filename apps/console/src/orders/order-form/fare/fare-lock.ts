import type { LoggedUser } from '@dispecerat/contract/identity/accounts'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { seesEveryCompany } from '@dispecerat/domain/identity/permissions'
import { whyNotFare } from '@dispecerat/domain/orders/fare-change'
import { isFareField } from '@dispecerat/domain/orders/order'
import { savedOrderMessages } from '../saved-order-messages.ts'

type Priced = Pick<OrderView, 'state' | 'finance_info' | 'created_by_company_id' | 'processed_by_company_id'>
type Editor = Pick<LoggedUser, 'roles' | 'permissions' | 'companies'>

/**
 * Reason why a fare field is locked: the order is on an invoice, its driver was paid, or the user may not change it.
 * Null if it is not.
 */
export function fareLock(order: Priced, field: string, user: Editor): string | null {
  if (!isFareField(field)) return null
  const { is_invoiced, is_paid, fare_left } = order.finance_info
  if (is_invoiced) return savedOrderMessages.edit.invoiced
  if (is_paid) return savedOrderMessages.edit.paid
  const life = { state: order.state, isOfPartner: isOfPartner(order, user) }
  const why = whyNotFare(life, field, user, fare_left)
  return why && savedOrderMessages.edit.fare[why]
}

/**
 * Reason why the user may not confirm a doubted fare: like on the server, users with a correction limit may not. Null
 * if they may.
 */
export function confirmLock(order: Priced, user: Editor): string | null {
  const why = whyNotFare({ state: order.state, isOfPartner: isOfPartner(order, user) }, 'cost', user, 0)
  return why && savedOrderMessages.edit.confirmFare[why]
}

function isOfPartner(
  { created_by_company_id, processed_by_company_id }: Priced,
  { roles, companies }: Editor,
): boolean {
  if (processed_by_company_id === null || processed_by_company_id === created_by_company_id) return false
  return !seesEveryCompany(roles) && !companies.some(({ id }) => id === processed_by_company_id)
}
