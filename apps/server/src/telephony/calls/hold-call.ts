import type { CallId, OrderId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { holdLine } from '../lines/change-line.ts'
import { lockOwnLine } from '../lines/own-line.ts'

/** Puts the caller of an order on hold; twice is fine. */
export async function holdCall(server: Server, actor: Actor, orderId: OrderId): Promise<{ callId: CallId }> {
  return write(server, actor, async (tx) => {
    const { call, order } = await lockOwnLine(tx, actor, orderId)
    const now = server.clock.now()
    await record(tx, await holdLine(tx, { call, order, by: actor, now }), now)
    return { callId: call.id }
  })
}
