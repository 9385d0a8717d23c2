import type { CallId, OrderId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { holdLine, unholdLine } from '../lines/change-line.ts'
import { lockOwnLine } from '../lines/own-line.ts'

/** Resumes the call of an order; the dispatcher's other active call is put on hold in the same step. Idempotent. */
export async function unholdCall(server: Server, actor: Actor, orderId: OrderId): Promise<{ callId: CallId }> {
  return write(server, actor, async (tx) => {
    const { call, order, talking } = await lockOwnLine(tx, actor, orderId)
    const now = server.clock.now()
    const held = talking ? await holdLine(tx, { ...talking, by: actor, now }) : []
    const unheld = await unholdLine(tx, { call, order, by: actor, now })
    await record(tx, [...held, ...unheld], now)
    return { callId: call.id }
  })
}
