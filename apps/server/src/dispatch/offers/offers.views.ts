import type { DriverEventData } from '@dispecerat/contract/api/realtime'
import type { DriverOrder, OfferView } from '@dispecerat/contract/dispatch/driver'
import type { NotificationMethod } from '@dispecerat/domain/dispatch/search-rules'
import { type DriverId, NO_USER, type OrderId, type RoundId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import { driverOrderViews, ordersShownTo, type ShownTo } from '../../orders/orders.public.ts'
import type { Db } from '../../platform/db/database.ts'
import type { StoredEvent } from '../../platform/db/event-log.ts'
import { PREPARED } from '../../platform/db/hasten-client.ts'
import { pendingLists } from './pending-lists.views.ts'

interface OfferRow {
  roundId: RoundId
  orderId: OrderId
  driverId: DriverId
  metres: number
  routeMetres: number | null
  expiresAt: Date
  notificationMethod: NotificationMethod
}

/** Viewer id for which an order contains no data of the client. */
const NOBODY = NO_USER

/** Ringing offers of this driver now; entries of the pending list do not ring. */
export async function openOffers(db: Db, driverId: DriverId, now: Date): Promise<OfferView[]> {
  return (await offersOfDrivers(db, [driverId], now)).get(driverId) ?? []
}

async function offersOfDrivers(
  db: Db,
  driverIds: readonly DriverId[],
  now: Date,
): Promise<ReadonlyMap<number, OfferView[]>> {
  const { rows } = await sql<OfferRow>`
    ${PREPARED} select offer.round_id as "roundId", offer.order_id as "orderId", offer.driver_id as "driverId", offer.metres,
      offer.route_metres as "routeMetres", offer.expires_at as "expiresAt",
      round.step ->> 'notificationMethod' as "notificationMethod"
    from search_offers as offer join search_rounds as round on round.id = offer.round_id
    where offer.driver_id = any(${[...driverIds]}::bigint[]) and offer.fate = 'open' and offer.is_exclusive
      and offer.expires_at > ${now}
    order by offer.notified_at
  `.execute(db)
  const orders = await ordersOfOffers(db, rows)
  const offers = new Map<number, OfferView[]>()
  for (const row of rows) {
    const order = orders.get(row.orderId)
    if (order) offers.set(row.driverId, [...(offers.get(row.driverId) ?? []), offerView(row, order, now)])
  }
  return offers
}

/** True when this driver has an offer in this round. */
export async function isOfferOf(db: Db, roundId: RoundId, driverId: DriverId): Promise<boolean> {
  const row = await db
    .selectFrom('search_offers')
    .select('id')
    .where('round_id', '=', roundId)
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
  return row !== undefined
}

/** Offers of a batch of `order_available` events, in the phones' format. */
export async function offersOfEvents(
  db: Db,
  events: readonly StoredEvent<'order_available'>[],
  now: Date,
): Promise<Map<number, OfferView>> {
  const { rows } = await sql<OfferRow & { seq: number }>`
    ${PREPARED} select asked.seq, offer.round_id as "roundId", offer.order_id as "orderId", offer.driver_id as "driverId",
      offer.metres, offer.route_metres as "routeMetres", offer.expires_at as "expiresAt",
      round.step ->> 'notificationMethod' as "notificationMethod"
    from jsonb_to_recordset(${JSON.stringify(events.map(({ seq, data }) => ({ seq, ...data })))}::jsonb)
      as asked(seq bigint, round_id bigint, driver_id bigint)
    join search_offers as offer on offer.round_id = asked.round_id and offer.driver_id = asked.driver_id
    join search_rounds as round on round.id = offer.round_id
  `.execute(db)
  const views = await offerViews(db, rows, now)
  return new Map(views.map((view, i) => [rows[i]?.seq ?? 0, view]))
}

async function offerViews(db: Db, rows: readonly OfferRow[], now: Date): Promise<OfferView[]> {
  const orders = await ordersOfOffers(db, rows)
  return rows.flatMap((row) => {
    const order = orders.get(row.orderId)
    return order ? [offerView(row, order, now)] : []
  })
}

async function ordersOfOffers(db: Db, rows: readonly OfferRow[]): Promise<ReadonlyMap<number, DriverOrder>> {
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))]
  return new Map((await driverOrderViews(db, orderIds, NOBODY)).map((order) => [order.id, order]))
}

function offerView(row: OfferRow, order: DriverOrder, now: Date): OfferView {
  const { id, places, options, service_id, payment_type, departure_time, package_note, cod_amount, weight_kg } = order
  return {
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
    expires_at: toWireTime(row.expiresAt),
    expires_in_ms: Math.max(0, row.expiresAt.getTime() - now.getTime()),
    notification_method: row.notificationMethod,
  }
}

/** Orders of `order_accept_confirmed` events, as their drivers may see them. */
export async function confirmedOrders(
  db: Db,
  events: readonly StoredEvent<'order_accept_confirmed'>[],
): Promise<Map<number, DriverEventData<'order_accept_confirmed'>>> {
  const found = await Promise.all(
    events.map(async ({ seq, data }) => {
      const [order] = await driverOrderViews(db, [data.order_id], data.driver_id)
      return [seq, order] as const
    }),
  )
  return new Map(found.flatMap(([seq, order]) => (order ? [[seq, { order }]] : [])))
}

type Snapshot = DriverEventData<'offers_snapshot'>

/** Complete state for phones that have just connected, whatever events they missed. */
export async function driverSnapshots(
  db: Db,
  driverIds: readonly DriverId[],
  now: Date,
): Promise<ReadonlyMap<DriverId, Snapshot>> {
  const active = await activeOrders(db, driverIds)
  const offers = await offersOfDrivers(db, driverIds, now)
  const pending = await pendingLists(db, driverIds, now)
  return new Map(
    driverIds.map((driverId) => [
      driverId,
      {
        offers: offers.get(driverId) ?? [],
        active_orders: active.get(driverId) ?? [],
        pending_orders: pending.get(driverId) ?? [],
      },
    ]),
  )
}

/** A driver's current order comes first. */
async function activeOrders(db: Db, driverIds: readonly DriverId[]): Promise<ReadonlyMap<number, DriverOrder[]>> {
  const { rows: shown } = await sql<ShownTo>`
    ${PREPARED} select id as "orderId", driver_id as "driverId" from orders
    where driver_id = any(${[...driverIds]}::bigint[]) and state = 'assigned' order by is_next_order
  `.execute(db)
  const driverOf = new Map<number, DriverId>(shown.map(({ orderId, driverId }) => [orderId, driverId]))
  const orders = new Map<number, DriverOrder[]>()
  for (const order of await ordersShownTo(db, shown)) {
    const driverId = driverOf.get(order.id) ?? NOBODY
    orders.set(driverId, [...(orders.get(driverId) ?? []), order])
  }
  return orders
}
