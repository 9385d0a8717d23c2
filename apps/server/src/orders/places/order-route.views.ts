import type { Point } from '@dispecerat/domain/kernel/geo'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { orderViews } from '../lists/order-views.views.ts'

/** Places of an order as far as the actor may see them, A first; empty for an order out of scope. */
export async function routeOfOrder(db: Db, scope: Scope, orderId: OrderId): Promise<Point[]> {
  const [order] = await orderViews(db, scope, [orderId])
  return (order?.places ?? []).map(({ lat, long }) => ({ lat, long }))
}
