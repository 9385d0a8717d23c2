import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { lockOwnOrder, type OrderRecord } from '../../orders/orders.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { userOf } from '../calls/accept-call.ts'
import type { CallRecord } from '../calls/call-record.ts'
import { findCallOfOrder, lockCall, lockLines } from '../calls/calls.store.ts'
import { type LockedLine, lockStartedLine } from './started-line.ts'

/** Locks the actor's call about an order FOR UPDATE, and their other active call; throws the endpoint's error. */
export async function lockOwnLine(
  tx: Tx,
  actor: Actor,
  orderId: OrderId,
): Promise<{ call: CallRecord; order: OrderRecord; talking: LockedLine | null }> {
  const me = userOf(actor)
  await lockLines(tx, me)
  const order = await lockOwnOrder(tx, actor.scope, orderId)
  const talking = await lockStartedLine(tx, me)
  const seen = await findCallOfOrder(tx, order.id)
  const call = seen && (await lockCall(tx, seen.id))
  if (!call || call.state === 'ended') throw new DomainError('call.unknown')
  if (call.dispatcherId !== me) throw new DomainError('call.not_yours')
  return { call, order, talking: talking?.call.id === call.id ? null : talking }
}
