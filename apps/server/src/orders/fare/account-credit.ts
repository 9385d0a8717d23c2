import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import { hasCreditFor } from '@dispecerat/domain/orders/credit'
import type { Tx } from '../../platform/db/database.ts'
import type { OrderRecord } from '../order-record.ts'
import { creditOf, lockAccount } from './protocol-account.store.ts'

export const OVER_LIMIT = 'Limita de credit a companiei este depășită'

/** A canceled order that is retried counts against its account's credit again. Throws FieldErrors when the limit would be exceeded. */
export async function requireCredit(tx: Tx, order: OrderRecord): Promise<void> {
  if (order.paymentType !== 'protocol' || order.protocolUserId === null) return
  await lockAccount(tx, order.protocolUserId)
  const credit = await creditOf(tx, order.protocolUserId, order.id)
  if (!hasCreditFor(credit, order.estimatedCostBani)) throw new FieldErrors({ protocol_user_id: [OVER_LIMIT] })
}
