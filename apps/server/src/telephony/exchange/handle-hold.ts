import type { UserId } from '@dispecerat/domain/kernel/ids'
import { lockAnyOrder } from '../../orders/orders.public.ts'
import { type Actor, SYSTEM } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { findCallBySip, lockCall, lockLines } from '../calls/calls.store.ts'
import { holdLine, unholdLine } from '../lines/change-line.ts'
import { lockStartedLine } from '../lines/started-line.ts'

interface HoldAtExchange {
  type: 'held' | 'resumed'
  sipCallerId: string
  userId: UserId
}

/**
 * The phone of a dispatcher holds or resumes its call: the row follows, and another active call of the dispatcher is put on hold. Only for
 * the dispatcher's own call.
 */
export async function handleHold(server: Server, { type, sipCallerId, userId }: HoldAtExchange): Promise<void> {
  const by: Pick<Actor, 'kind' | 'userId'> = { kind: 'dispatcher', userId }
  await write(server, SYSTEM, async (tx) => {
    await lockLines(tx, userId)
    const seen = await findCallBySip(tx, SYSTEM.scope, sipCallerId)
    if (!seen || seen.dispatcherId !== userId) return {}
    const talking = type === 'resumed' ? await lockStartedLine(tx, userId) : null
    const order = seen.orderId === null ? null : await lockAnyOrder(tx, seen.orderId)
    const call = await lockCall(tx, seen.id)
    if (!call || call.dispatcherId !== userId || call.state === 'ended' || call.state === 'pending') return {}
    const now = server.clock.now()
    const line = { call, order, by, now }
    const other = talking && talking.call.id !== call.id ? await holdLine(tx, { ...talking, by, now }) : []
    await record(tx, [...other, ...(type === 'held' ? await holdLine(tx, line) : await unholdLine(tx, line))], now)
    return {}
  })
}
