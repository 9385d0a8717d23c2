import type { rateOrder as endpoint } from '@dispecerat/contract/ratings'
import { DomainError } from '@dispecerat/domain/errors'
import type { OrderId } from '@dispecerat/domain/ids'
import { ratingIsOpen } from '@dispecerat/domain/rating'
import type { z } from 'zod'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import { addHistory, changedEvents, lockOrder, lockOwnOrder, type OrderRecord } from '../orders/orders.public.ts'
import type { Server } from '../server.ts'
import { insertRating } from './ratings.store.ts'

type Opinion = z.output<typeof endpoint.body>

/** What the client told a dispatcher of the trip, or what the driver thinks of the client: once each, within a week (GAP-12). */
export async function rateOrder(
  server: Server,
  caller: Caller,
  orderId: number,
  { stars, tags, comment }: Opinion,
): Promise<{ orderId: OrderId }> {
  return write(server, caller, async (tx) => {
    const order = await lockRated(tx, caller, orderId)
    const now = server.clock.now()
    if (order.state !== 'finished' || order.driverId === null) {
      throw new DomainError('order.wrong_state', { move: 'rate', state: order.state })
    }
    if (!ratingIsOpen(order.tripFinishedAt, now)) throw new DomainError('order.rating_closed')
    const isNew = await insertRating(tx, {
      order_id: order.id,
      direction: directionOf(caller),
      driver_id: order.driverId,
      client_id: order.clientId,
      ...{ stars, tags: [...new Set(tags)], comment: comment || null },
      source: sourceOf(caller),
      given_by: caller.userId,
      created_at: now,
    })
    if (!isNew) throw new DomainError('order.already_rated')
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'rated', by: caller, data: { stars } }])
    await record(tx, changedEvents(order), now)
    return { orderId: order.id }
  })
}

function sourceOf({ kind }: Caller) {
  if (kind === 'driver') return 'driver_app'
  return kind === 'client' ? 'client_app' : 'dispatcher'
}

export function directionOf({ kind }: Caller): 'of_driver' | 'of_client' {
  return kind === 'driver' ? 'of_client' : 'of_driver'
}

/** A driver rates the trips he drove, the room those of its companies; anything else does not exist. */
async function lockRated(tx: Tx, caller: Caller, orderId: number): Promise<OrderRecord> {
  if (caller.kind !== 'driver') return lockOwnOrder(tx, caller.scope, orderId)
  const order = await lockOrder(tx, orderId)
  if (order.driverId !== caller.userId) throw new DomainError('order.unknown')
  return order
}
