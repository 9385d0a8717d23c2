import type { Tx } from '../db/database.ts'
import { lockAnyOrder, type OrderRecord } from '../orders/orders.public.ts'
import type { CallRecord } from './call-record.ts'
import { findStartedCall, lockCall } from './calls.store.ts'

export interface LockedLine {
  call: CallRecord
  /** null: a call that goes out and is about no order. */
  order: OrderRecord | null
}

/** Whom the dispatcher talks to and the order of it, both FOR UPDATE, order first; null when he talks to nobody. */
export async function lockStartedLine(tx: Tx, dispatcherId: number): Promise<LockedLine | null> {
  const seen = await findStartedCall(tx, dispatcherId)
  if (!seen) return null
  const order = seen.orderId === null ? null : await lockAnyOrder(tx, seen.orderId)
  const call = await lockCall(tx, seen.id)
  // Given to a colleague between the two readings, it is not this dispatcher's any more.
  return call?.state === 'started' && call.dispatcherId === dispatcherId ? { call, order } : null
}
