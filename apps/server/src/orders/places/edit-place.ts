// Apart from orders.routes.ts: a use case.

import type { NewPlace } from '@dispecerat/contract/orders/order-shapes'
import { isInRomania } from '@dispecerat/domain/geography/romania'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { OrderId, PlaceId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { changePlaces } from './change-places.ts'
import { updatePlace } from './order-places.store.ts'

export async function editPlace(
  server: Server,
  actor: Actor,
  which: { orderId: OrderId; placeId: PlaceId; version: ReadVersion },
  place: NewPlace,
): Promise<{ orderId: OrderId }> {
  await checkAll(actor, () => {
    if (!isInRomania(place)) throw new FieldErrors({ lat: ['Adresa este în afara României'] })
  })
  return changePlaces(server, actor, which, async (tx, _order, places) => {
    if (!places.some(({ id }) => id === which.placeId)) throw new DomainError('place.unknown')
    await updatePlace(tx, which.placeId, place)
  })
}
