import type { rateOrder as endpoint } from '@dispecerat/contract/orders/ratings'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { ratingIsOpen } from '@dispecerat/domain/orders/rating'
import type { z } from 'zod'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { addHistory, changedEvents, lockOrder, lockOwnOrder, type OrderRecord } from '../orders.public.ts'
import { insertRating } from './ratings.store.ts'

type Opinion = z.output<typeof endpoint.body>

/** Saves the client's rating recorded by a dispatcher, or the driver's rating of the client: each once, within a week. */
export async function rateOrder(
  server: Server,
  actor: Actor,
  orderId: OrderId,
  { stars, tags, comment }: Opinion,
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockRated(tx, actor, orderId)
    const now = server.clock.now()
    if (order.state !== 'finished' || order.driverId === null) {
      throw new DomainError('order.wrong_state', { move: 'rate', state: order.state })
    }
    if (!ratingIsOpen(order.tripFinishedAt, now)) throw new DomainError('order.rating_closed')
    const isNew = await insertRating(tx, {
      order_id: order.id,
      direction: directionOf(actor),
      driver_id: order.driverId,
      client_id: order.clientId,
      stars,
      tags: [...new Set(tags)],
      comment: comment || null,
      source: sourceOf(actor),
      given_by: actor.userId,
      created_at: now,
    })
    if (!isNew) throw new DomainError('order.already_rated')
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'rated', by: actor, data: { stars } }])
    await record(tx, changedEvents(order), now)
    return { orderId: order.id }
  })
}

function sourceOf({ kind }: Actor) {
  if (kind === 'driver') return 'driver_app'
  return kind === 'client' ? 'client_app' : 'dispatcher'
}

export function directionOf({ kind }: Actor): 'of_driver' | 'of_client' {
  return kind === 'driver' ? 'of_client' : 'of_driver'
}

/** A driver rates their own trips, dispatchers those of their companies; anything else does not exist. */
async function lockRated(tx: Tx, actor: Actor, orderId: OrderId): Promise<OrderRecord> {
  if (actor.kind !== 'driver') return lockOwnOrder(tx, actor.scope, orderId)
  const order = await lockOrder(tx, orderId)
  if (order.driverId !== actor.userId) throw new DomainError('order.unknown')
  return order
}
