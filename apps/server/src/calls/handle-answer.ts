import { SYSTEM } from '../db/actor.ts'
import { record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import { changedEvents, lockAnyOrder } from '../orders/orders.public.ts'
import type { Server } from '../server.ts'
import { answeredOnPhone } from './accept-call.ts'
import { callEvent } from './call-events.ts'
import { findCallBySip, lockCall, saveAnswered, saveReached } from './calls.store.ts'

/**
 * The exchange reports whose phone has a caller: the row waits for that dispatcher to accept it. For an outgoing call the called party has
 * answered.
 */
export async function handleAnswer(
  server: Server,
  { sipCallerId, userId }: { sipCallerId: string; userId: number },
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
