import type { OrderRoute } from '@dispecerat/contract/orders/routes'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import type { TripState } from '@dispecerat/domain/orders/order'
import { sql } from 'kysely'
import type { Roads } from '../../adapters/routing/roads.ts'
import type { Fleet } from '../../fleet/fleet.public.ts'
import type { Scope } from '../../platform/db/actor.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { inScope } from '../orders.public.ts'
import { planOf } from './plan-of.ts'

export interface RouteParts {
  server: Server
  fleet: Pick<Fleet, 'live'>
  roads: Roads
}

interface Row {
  trip_state: TripState | null
  driver_id: DriverId | null
  places: Point[]
}

/** The routes of one order; `order.unknown` for an order that was neither placed at nor driven by the actor's companies. */
export async function orderRouteView(
  { server, fleet, roads }: RouteParts,
  { scope, orderId }: { scope: Scope; orderId: OrderId },
): Promise<OrderRoute> {
  const mine = scope.companies === 'every' ? null : [...scope.companies]
  const { rows } = await sql<Row>`
    select orders.trip_state,
      -- The car of an order that has ended drives for somebody else.
      case when orders.state = 'assigned' then orders.driver_id end as driver_id,
      coalesce((select jsonb_agg(jsonb_build_object('lat', p.lat, 'long', p.long) order by p.position)
        from order_places p where p.order_id = orders.id), '[]') as places
    from orders where orders.id = ${orderId} and orders.deleted_at is null
      and (${inScope(scope)} or orders.processed_by_company_id = any(${mine}::bigint[]))
  `.execute(server.db)
  const [order] = rows
  if (!order) throw new DomainError('order.unknown')
  const { driver_id: driverId, places, trip_state: trip } = order
  const car = driverId === null ? null : fleet.live(driverId).believed
  const way = async (points: readonly (Point | null | undefined)[]) => {
    const known = points.flatMap((point) => point ?? [])
    return known.length === points.length && known.length > 1 ? planOf(await roads.way(known)) : null
  }
  const [route, toPickup, toDestination] = await Promise.all([
    way(places),
    way(trip === 'started' ? [] : [car, places[0]]),
    way(trip === 'started' ? [car, places.at(-1)] : []),
  ])
  return { route, to_pickup: toPickup, to_destination: toDestination }
}
