// Apart from orders.routes.ts: a use case.

import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { changePlaces } from './change-places.ts'
import { arrangePlaces } from './order-places.store.ts'

/** Reorders all addresses of the order; the first is the pickup. */
export async function sortPlaces(
  server: Server,
  actor: Actor,
  which: { orderId: OrderId; version: ReadVersion },
  ids: readonly number[],
): Promise<{ orderId: OrderId }> {
  return changePlaces(server, actor, which, async (tx, order, places) => {
    const known = new Set(places.map(({ id }) => id))
    const isComplete = ids.length === known.size && new Set(ids).size === ids.length
    if (!isComplete || !ids.every((id) => known.has(id))) throw new DomainError('place.unknown')
    await arrangePlaces(tx, order.id, ids)
  })
}
