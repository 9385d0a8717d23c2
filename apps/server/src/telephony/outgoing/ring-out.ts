import type { UserId } from '@dispecerat/domain/kernel/ids'
import { addHistory, changedEvents, lockAnyOrder } from '../../orders/orders.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { findCallBySip, findCallOfOrder, insertDialled, lockLines } from '../calls/calls.store.ts'
import { callEvent } from '../exchange/call-events.ts'
import { holdLine } from '../lines/change-line.ts'
import { lockStartedLine } from '../lines/started-line.ts'
import { dropDialled, findDialled } from './dialled-phones.store.ts'
import { letOut } from './let-out.ts'

export interface Dialled {
  sipCallerId: string
  userId: UserId
  /** E.164. */
  to: string
  exchange: string | null
}

/**
 * A dispatcher's phone dials: their active call is put on hold. Returns false for a phone that they did not request in the last minute (so
 * a stolen password alone cannot dial), and for a call that the company's limits refuse.
 */
export async function ringOut(server: Server, { sipCallerId, userId, to, exchange }: Dialled): Promise<boolean> {
  const by = { kind: 'dispatcher', userId } as const
  return write(server, SYSTEM, async (tx) => {
    await lockLines(tx, userId)
    const known = await findCallBySip(tx, SYSTEM.scope, sipCallerId)
    if (known) return known.state !== 'ended'
    const input = await findDialled(tx, { userId, phone: to, now: server.clock.now() })
    if (!input) return false
    const talking = await lockStartedLine(tx, userId)
    const requested = input.orderId === null ? null : await lockAnyOrder(tx, input.orderId)
    // An order whose client is on the line already stays with that call.
    const order =
      requested && requested.deletedAt === null && !(await findCallOfOrder(tx, requested.id)) ? requested : null

    const now = server.clock.now()
    const { companyId, calleeDriverId } = input
    const refusal = await letOut(tx, server.domainEvents, { companyId, userId, phone: to, sipCallerId }, now)
    await dropDialled(tx, userId)
    if (refusal) return false
    const held = talking ? await holdLine(tx, { ...talking, by, now }) : []
    const orderId = order?.id ?? null
    const id = await insertDialled(tx, {
      companyId,
      phone: to,
      sipCallerId,
      exchange,
      userId,
      orderId,
      calleeDriverId,
      now,
    })
    if (order) await addHistory(tx, [{ orderId: order.id, at: now, type: 'call_dialled', by }])
    const event = callEvent('client_call_dialled', { id, companyId, sipCallerId })
    await record(tx, [...held, event, ...(order ? changedEvents(order) : [])], now)
    return true
  })
}
