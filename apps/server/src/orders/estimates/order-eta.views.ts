import type { DriverOnWay, OrderEta } from '@dispecerat/contract/orders/estimates'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import type { TripState } from '@dispecerat/domain/orders/order'
import { sql } from 'kysely'
import type { Roads } from '../../adapters/routing/roads.ts'
import type { Fleet } from '../../fleet/fleet.public.ts'
import type { Scope } from '../../platform/db/actor.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { inScope } from '../orders.public.ts'

interface EtaParts {
  fleet: Pick<Fleet, 'live' | 'indicativOf'>
  roads: Roads
}

interface Row {
  trip_state: TripState | null
  /** Set while the trip runs. */
  driver_id: DriverId | null
  is_underway: boolean
  places: { name: string; lat: number; long: number }[]
  /** Drivers with a ringing offer, in rank order. */
  ringing: UserId[]
}

interface Named {
  id: number
  name: string | null
}

/**
 * Position of an order's driver, or of our drivers with a ringing offer. Throws `order.unknown` for an order that neither came to us nor is
 * driven by us: a partner that is only offered it sees no drivers. Empty for an order that has ended; a partner's driver has no name. An
 * implausible position is replaced by the last plausible one.
 */
export async function orderEtaView(
  server: Server,
  parts: EtaParts,
  { scope, orderId }: { scope: Scope; orderId: OrderId },
): Promise<OrderEta> {
  const mine = scope.companies === 'every' ? null : [...scope.companies]
  const { rows } = await sql<Row>`
    select orders.trip_state, orders.state in ('created', 'pending', 'assigned') as is_underway,
      case when orders.state = 'assigned' then orders.driver_id end as driver_id,
      coalesce((select jsonb_agg(jsonb_build_object('name', p.name, 'lat', p.lat, 'long', p.long) order by p.position)
        from order_places p where p.order_id = orders.id), '[]') as places,
      array(select o.driver_id from search_offers o join driver_status d on d.driver_id = o.driver_id
        where o.order_id = orders.id and o.fate = 'open' and (${mine}::bigint[] is null or d.company_id = any(${mine}::bigint[]))
        order by o.id) as ringing
    from orders where orders.id = ${orderId} and orders.deleted_at is null
      and (${inScope(scope)} or orders.processed_by_company_id = any(${mine}::bigint[]))
  `.execute(server.db)
  const [order] = rows
  if (!order) throw new DomainError('order.unknown')
  if (!order.is_underway) return { to: null, drivers: [] }
  const stop = nextStop(order.trip_state, order.places)
  const to = stop && { position: stop.position, ...stop.place }
  if (!to) return { to, drivers: [] }
  const ids = order.driver_id === null ? order.ringing : [order.driver_id]
  return { to, drivers: await driversOnWay(server, parts, { ids, to, mine }) }
}

async function driversOnWay(
  { db, clock }: Server,
  { fleet, roads }: EtaParts,
  { ids, to, mine }: { ids: readonly UserId[]; to: { lat: number; long: number }; mine: readonly number[] | null },
): Promise<DriverOnWay[]> {
  const now = clock.now().getTime()
  const seen = ids.flatMap((id) => {
    const { believed } = fleet.live(id)
    if (believed === null) return []
    const { at, ...point } = believed
    return { id, point, ageSeconds: Math.max(0, Math.round((now - at.getTime()) / 1000)) }
  })
  if (seen.length === 0) return []
  const [found, names] = await Promise.all([
    roads.to(
      seen.map(({ point }) => point),
      to,
    ),
    sql<Named>`
      select users.id, users.name from users join driver_status d on d.driver_id = users.id
      where users.id = any(${seen.map(({ id }) => id)}::bigint[]) and (${mine}::bigint[] is null or d.company_id = any(${mine}::bigint[]))
    `.execute(db),
  ])
  const nameOf = new Map(names.rows.map(({ id, name }) => [id, name]))
  return seen.flatMap(({ id, point, ageSeconds }, i) => {
    const road = found[i]
    if (!road) return []
    return {
      driver_id: id,
      indicativ: fleet.indicativOf(id) ?? 'XXX',
      name: nameOf.get(id) ?? null,
      lat: point.lat,
      long: point.long,
      age_s: ageSeconds,
      metres: road.metres,
      seconds: road.seconds,
      is_guess: road.isGuess,
    }
  })
}

/** Next stop of an order's driver: the pickup, or the last address once the client is in the car. */
function nextStop<Place extends Point>(
  tripState: TripState | null,
  places: readonly Place[],
): { position: number; place: Place } | null {
  const position = tripState === 'started' ? places.length - 1 : 0
  const place = places[position]
  return place ? { position, place } : null
}
