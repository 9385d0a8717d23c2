import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { foundNoOther, lockOrder, queueOrder, replaceableOrder } from '../../orders/orders.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { closeByRows, countFailure } from './search-failure.store.ts'
import { listsChanged, panelEvent } from './walk-events.ts'

export const MAX_FAILURES = 5
const FIRST_RETRY_MS = 1_000

/**
 * Handles a failed search step. It is retried after 1, 2, 4, 8 s; after the fifth failure the order goes to the pending queue for
 * dispatchers, with the reason in its history.
 */
export async function afterFailure(server: Server, orderId: OrderId): Promise<{ failures: number | null }> {
  return write(server, SYSTEM, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const now = server.clock.now()
    const failures = await countFailure(
      tx,
      orderId,
      (count) => new Date(now.getTime() + FIRST_RETRY_MS * 2 ** (count - 1)),
    )
    if (failures === null || failures < MAX_FAILURES) return { failures }
    const rang = await closeByRows(tx, orderId, now)
    if (replaceableOrder(order)) await foundNoOther(tx, order, now)
    else await queueOrder(tx, { order, because: 'search_failed', now })
    const gone: LogEvent = {
      event: 'order_canceled',
      toUsers: rang,
      data: { order_id: orderId, reason: 'no_longer_available' },
    }
    await record(tx, [...(rang.length > 0 ? [gone] : []), ...listsChanged(orderId, rang), panelEvent(orderId)], now)
    return { failures }
  })
}
