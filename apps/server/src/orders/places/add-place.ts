// Apart from orders.routes.ts: a use case.

import type { NewPlace } from '@dispecerat/contract/orders/order-shapes'
import { isInRomania } from '@dispecerat/domain/geography/romania'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { MAX_PLACES } from '@dispecerat/domain/kernel/typed-text'
import type { Actor } from '../../platform/db/actor.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { changePlaces } from './change-places.ts'
import { insertPlace } from './order-places.store.ts'

/** Adds an address at `position`, by default last. */
export async function addPlace(
  server: Server,
  actor: Actor,
  which: { orderId: OrderId; version: ReadVersion },
  typed: { place: NewPlace; position?: number },
): Promise<{ orderId: OrderId }> {
  await checkAll(actor, () => {
    if (!isInRomania(typed.place)) throw new FieldErrors({ 'place.lat': ['Adresa este în afara României'] })
  })
  const { place, position } = typed
  return changePlaces(server, actor, which, async (tx, order, places) => {
    if (places.length >= MAX_PLACES) throw new FieldErrors({ place: [`Cel mult ${MAX_PLACES} de adrese`] })
    await insertPlace(tx, order.id, place, Math.min(position ?? places.length, places.length))
  })
}
