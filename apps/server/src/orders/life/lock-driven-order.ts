import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { OrderRecord } from '../order-record.ts'
import { lockOrder } from '../orders.store.ts'

export type DrivenOrder = OrderRecord & { driverId: DriverId }

/** Locks the order (FOR UPDATE) for the driver who has it; for everybody else it does not exist. */
export async function lockDrivenOrder(tx: Tx, actor: Actor, orderId: OrderId): Promise<DrivenOrder> {
  const order = await lockOrder(tx, orderId)
  const { driverId } = order
  if (driverId === null || driverId !== actor.userId) throw new DomainError('order.unknown')
  return { ...order, driverId }
}

/** True while the driver is on the way to the pickup of this order. */
export function isOnTheWay(order: OrderRecord): order is DrivenOrder {
  const { state, tripState, isNextOrder, driverId } = order
  return state === 'assigned' && tripState === 'waiting_driver' && !isNextOrder && driverId !== null
}

/** The trip of a next order has not begun yet: throws `order.is_next`. */
export function requireCurrent({ isNextOrder }: OrderRecord): void {
  if (isNextOrder) throw new DomainError('order.is_next')
}
