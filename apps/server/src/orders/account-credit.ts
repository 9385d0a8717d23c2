import { hasCreditFor } from '@dispecerat/domain/credit'
import { FieldErrors } from '@dispecerat/domain/errors'
import type { Tx } from '../db/database.ts'
import type { OrderRecord } from './order-record.ts'
import { creditOf, lockAccount } from './protocol-account.store.ts'

export const OVER_LIMIT = 'Limita de credit a companiei este depășită'

/** A canceled order that is searched for again counts on its account again. FieldErrors when there is no room for it. */
export async function requireCredit(tx: Tx, order: OrderRecord): Promise<void> {
  if (order.paymentType !== 'protocol' || order.protocolUserId === null) return
  await lockAccount(tx, order.protocolUserId)
  const credit = await creditOf(tx, order.protocolUserId, order.id)
  if (!hasCreditFor(credit, order.estimatedCostBani)) throw new FieldErrors({ protocol_user_id: [OVER_LIMIT] })
}
