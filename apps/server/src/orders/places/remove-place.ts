// Apart from orders.routes.ts: a use case.

import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { changePlaces } from './change-places.ts'
import { deletePlace } from './order-places.store.ts'

/** Removes an address; an order has at least one. */
export async function removePlace(
  server: Server,
  actor: Actor,
  which: { orderId: OrderId; placeId: number; version: ReadVersion },
): Promise<{ orderId: OrderId }> {
  return changePlaces(server, actor, which, async (tx, order, places) => {
    if (!places.some(({ id }) => id === which.placeId)) throw new DomainError('place.unknown')
    if (places.length === 1) throw new DomainError('order.last_place')
    await deletePlace(tx, order.id, which.placeId)
  })
}
