import { answerOffer } from '@dispecerat/domain/dispatch/search/answer-offer'
import { NO_USER, type OrderId } from '@dispecerat/domain/kernel/ids'
import { forgetIgnored, holdDriver } from '../../fleet/fleet.public.ts'
import { addHistory, lockOrder } from '../../orders/orders.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { eventsOf } from '../search/walk-events.ts'
import { judgeDrivers } from './judge-drivers.ts'
import { saveAnswer, walkWithOffer } from './walk-with-offer.ts'

/** A driver refuses an offer; in a rotation the walk is due at once. */
export async function refuseOffer(
  server: Server,
  actor: Actor,
  orderId: OrderId,
  reason: string | null,
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const now = server.clock.now()
    const driverId = actor.userId ?? NO_USER
    const stored = await walkWithOffer(tx, order.id, driverId, 'offer.unknown')
    const decision = answerOffer(stored.walk, driverId, 'refuse', now)
    if (decision.effects.length === 0) return { orderId: order.id }
    await holdDriver(tx, driverId)
    const penalised = await saveAnswer(tx, stored, decision, now)
    await forgetIgnored(tx, driverId)
    await judgeDrivers(tx, server.domainEvents, penalised, { orderId: order.id, now })
    const data = { driver_id: driverId, ...(reason ? { reason } : {}) }
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'driver_refused', by: actor, data }])
    const { walk, effects } = decision
    const input = { walk, roundIds: stored.roundIds, audience: [], withdrawn: 'no_longer_available' as const }
    await record(tx, eventsOf(effects, input), now)
    return { orderId: order.id }
  })
}
