import { DomainError } from '@dispecerat/domain/kernel/errors'
import { lockOwnOrder } from '../../orders/orders.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallRecord } from './call-record.ts'
import { findCallOfOrder } from './calls.store.ts'

/**
 * Locks the order that a call is attached to: it must belong to the called company and to the caller's phone, be open, and have no other
 * call (`call.order_busy`). Any other order is unknown for this call.
 */
export async function lockOpenOrderOf(tx: Tx, actor: Actor, call: CallRecord, orderId: number): Promise<void> {
  const order = await lockOwnOrder(tx, actor.scope, orderId)
  const isHis = order.createdByCompanyId === call.companyId && [order.clientPhone, order.phone].includes(call.phone)
  if (!isHis || order.state === 'finished' || order.state === 'canceled') throw new DomainError('order.unknown')
  const other = await findCallOfOrder(tx, order.id)
  if (other && other.id !== call.id) throw new DomainError('call.order_busy')
}
