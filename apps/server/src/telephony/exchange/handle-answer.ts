import type { UserId } from '@dispecerat/domain/kernel/ids'
import { changedEvents, lockAnyOrder } from '../../orders/orders.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { answeredOnPhone } from '../calls/accept-call.ts'
import { findCallBySip, lockCall, saveAnswered, saveReached } from '../calls/calls.store.ts'
import { callEvent } from './call-events.ts'

/**
 * The exchange reports whose phone has a caller: the row waits for that dispatcher to accept it. For an outgoing call the called party has
 * answered.
 */
export async function handleAnswer(
  server: Server,
  { sipCallerId, userId }: { sipCallerId: string; userId: UserId },
): Promise<void> {
  await write(server, SYSTEM, async (tx) => {
    const seen = await findCallBySip(tx, SYSTEM.scope, sipCallerId)
    if (!seen) return {}
    const order = seen.direction === 'out' && seen.orderId !== null ? await lockAnyOrder(tx, seen.orderId) : null
    const call = await lockCall(tx, seen.id)
    if (!call || call.state === 'ended') return {}
    const now = server.clock.now()
    if (call.direction === 'in') {
      if (call.state === 'pending' && call.answeredBy !== userId) await saveAnswered(tx, call, { userId, now })
      return {}
    }
    if (call.reachedAt !== null) return {}
    await saveReached(tx, call, now)
    const isClient = call.calleeDriverId === null && call.dispatcherId !== null
    const answeredEvents = isClient
      ? await answeredOnPhone(tx, call, { dispatcherId: call.dispatcherId ?? userId, now })
      : []
    const ofOrder = order && order.deletedAt === null ? changedEvents(order) : []
    await record(tx, [callEvent('client_call_dialled', call), ...answeredEvents, ...ofOrder], now)
    return {}
  })
}
