// Apart from driver-orders.routes.ts: a money rule.

import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { isDeliveryService } from '@dispecerat/domain/orders/goods'
import type { Roads } from '../../adapters/routing/roads.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { costByTariff } from '../fare/cost-by-tariff.ts'
import { readDrivenDelivery } from './driven-delivery.store.ts'

/**
 * Cost of a delivery whose driver enters none: its tariff over the road, otherwise its estimate. Throws FieldErrors on `cost` for a ride,
 * which has a taximeter, and where there is no price.
 */
export async function deliveryCost(
  { db, clock }: Server,
  roads: Roads,
  { orderId, actor }: { orderId: OrderId; actor: Actor },
): Promise<number> {
  const order = await readDrivenDelivery(db, orderId, actor.userId)
  if (!order) throw new DomainError('order.unknown')
  const { companyId, serviceId, places, waitSeconds } = order
  if (!isDeliveryService(serviceId)) throw new FieldErrors({ cost: ['Costul este obligatoriu'] })
  const metres = (await roads.along(places))?.metres ?? null
  const ride = { companyId, serviceId, places, metres, waitSeconds, at: order.startedAt ?? clock.now() }
  const costBani = (await costByTariff(db, ride)) ?? order.estimatedCostBani
  if (costBani === null) throw new FieldErrors({ cost: ['Compania nu are un tarif; scrieți costul'] })
  return costBani
}
