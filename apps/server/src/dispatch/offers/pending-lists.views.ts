import type { DriverEventData } from '@dispecerat/contract/api/realtime'
import type { PendingOrder } from '@dispecerat/contract/dispatch/driver'
import { type DriverId, NO_USER, type OrderId, type RoundId, type UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import { driverOrderViews } from '../../orders/orders.public.ts'
import type { Db } from '../../platform/db/database.ts'
import type { StoredEvent } from '../../platform/db/event-log.ts'
import { ToEach } from '../../platform/realtime/realtime.ts'

interface EntryRow {
  driverId: DriverId
  orderId: OrderId
  roundId: RoundId
  metres: number
  routeMetres: number | null
  isPinned: boolean
  listedAt: Date
}

/** Viewer id for listed orders, which have no driver yet: no data of the client. */
const NOBODY = NO_USER

/** Pending list of each driver: pinned orders first, then the oldest; each order once. */
export async function pendingLists(
  db: Db,
  driverIds: readonly DriverId[],
  now: Date,
): Promise<Map<number, PendingOrder[]>> {
  const { rows } = await sql<EntryRow>`
    select "driverId", "orderId", "roundId", metres, "routeMetres", "isPinned", "listedAt" from (
      select distinct on (offer.driver_id, offer.order_id) offer.driver_id as "driverId", offer.order_id as "orderId",
        offer.round_id as "roundId", offer.metres, offer.route_metres as "routeMetres",
        round.step ->> 'notificationMethod' = 'pending_pinned' as "isPinned", offer.notified_at as "listedAt",
        coalesce(orders.placed_at, orders.created_at) as placed_at
      from search_offers as offer
      join search_rounds as round on round.id = offer.round_id
      join orders on orders.id = offer.order_id
      where offer.driver_id = any(${[...driverIds]}::bigint[]) and offer.fate = 'open' and not offer.is_exclusive
        and offer.expires_at > ${now}
      order by offer.driver_id, offer.order_id, "isPinned" desc, offer.round_id
    ) as listed
    order by "driverId", "isPinned" desc, placed_at, "orderId"
  `.execute(db)
  const orders = new Map(
    (await driverOrderViews(db, [...new Set(rows.map(({ orderId }) => orderId))], NOBODY)).map((o) => [o.id, o]),
  )
  const lists = new Map<number, PendingOrder[]>(driverIds.map((driverId) => [driverId, []]))
  for (const row of rows) {
    const order = orders.get(row.orderId)
    if (!order) continue
    const { id, places, options, service_id, payment_type, departure_time, package_note, cod_amount, weight_kg } = order
    lists.get(row.driverId)?.push({
      round_id: row.roundId,
      order: {
        id,
        places,
        options,
        service_id,
        payment_type,
        departure_time,
        package_note,
        cod_amount,
        weight_kg,
        distance_m: row.metres,
        route_m: row.routeMetres,
      },
      is_pinned: row.isPinned,
      listed_at: toWireTime(row.listedAt),
    })
  }
  return lists
}

/**
 * Lists for a batch of `pending_orders_updated` events, for connected drivers. A driver named by several events gets only the last one,
 * because a list is sent whole.
 */
export async function listsOfEvents(
  db: Db,
  events: readonly StoredEvent<'pending_orders_updated'>[],
  isHere: (userId: UserId) => boolean,
  now: Date,
): Promise<Map<number, ToEach<DriverEventData<'pending_orders_updated'>>>> {
  const lastOf = new Map<UserId, number>()
  for (const { seq, toUsers } of events) for (const userId of toUsers) if (isHere(userId)) lastOf.set(userId, seq)
  const lists = lastOf.size > 0 ? await pendingLists(db, [...lastOf.keys()], now) : new Map<number, PendingOrder[]>()
  return new Map(
    events.map(({ seq, toUsers }) => {
      const mine = toUsers.filter((userId) => lastOf.get(userId) === seq)
      return [seq, new ToEach(new Map(mine.map((userId) => [userId, { orders: lists.get(userId) ?? [] }])))]
    }),
  )
}
