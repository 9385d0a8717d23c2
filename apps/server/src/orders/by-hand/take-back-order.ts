import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { stateAfter } from '@dispecerat/domain/orders/order'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { checkVersion } from '../edit/check-edit.ts'
import { retriedEvents } from '../life/retry-order.ts'
import { notifyClient } from '../notify/notify-client.ts'
import { lockOwnOrder } from '../orders.store.ts'
import { endReplacement, searchReleased } from '../watch/replacement.ts'
import { drivenNow, takeFromDriver } from './take-from-driver.ts'

/** Takes the order from its driver and searches for another one by the company's rules, a scheduled order when its search is due. */
export async function takeBackOrder(
  server: Server,
  actor: Actor,
  { orderId, version }: { orderId: OrderId; version: ReadVersion },
  reason: string,
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const before = await lockOwnOrder(tx, actor.scope, orderId)
    checkVersion(before, version)
    stateAfter(before, 'takeBack')
    const driven = drivenNow(before)
    if (!driven) throw new DomainError('order.wrong_state', { state: before.state })
    const now = server.clock.now()
    await endReplacement(tx, server.domainEvents, {
      order: driven,
      because: 'released',
      now,
      over: searchReleased(driven.driverId),
    })
    const { order, events } = await takeFromDriver(tx, server, actor, { order: driven, reason, now })
    if (order.state === 'created') {
      await server.domainEvents.emit(tx, 'order.search_wanted', { orderId, now })
      await notifyClient(tx, server.domainEvents, order, 'client_searching', now)
    }
    await record(tx, [...retriedEvents(before, order), ...events], now)
    return { orderId }
  })
}
