import type { UserId } from '@dispecerat/domain/kernel/ids'
import { lockAnyOrder, type OrderRecord } from '../../orders/orders.public.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallRecord } from '../calls/call-record.ts'
import { findStartedCall, lockCall } from '../calls/calls.store.ts'

export interface LockedLine {
  call: CallRecord
  /** null: an outgoing call without an order. */
  order: OrderRecord | null
}

/** The dispatcher's active call and its order, both FOR UPDATE, order first; null without an active call. */
export async function lockStartedLine(tx: Tx, dispatcherId: UserId): Promise<LockedLine | null> {
  const seen = await findStartedCall(tx, dispatcherId)
  if (!seen) return null
  const order = seen.orderId === null ? null : await lockAnyOrder(tx, seen.orderId)
  const call = await lockCall(tx, seen.id)
  // Transferred between the two reads, it no longer belongs to this dispatcher.
  return call?.state === 'started' && call.dispatcherId === dispatcherId ? { call, order } : null
}
