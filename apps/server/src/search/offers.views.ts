import type { DriverOrder, OfferView } from '@dispecerat/contract/driver'
import type { DriverEventData } from '@dispecerat/contract/realtime'
import type { NotificationMethod } from '@dispecerat/domain/search-rules'
import { toWireTime } from '@dispecerat/domain/wire-time'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { StoredEvent } from '../db/event-log.ts'
import { PREPARED } from '../db/hasten-client.ts'
import { driverOrderViews } from '../orders/orders.public.ts'
import { pendingLists } from './pending-lists.views.ts'

interface OfferRow {
  roundId: number
  orderId: number
  driverId: number
  metres: number
  routeMetres: number | null
  expiresAt: Date
  notificationMethod: NotificationMethod
}

/** For a driver who does not have the order: nothing about the client. */
const NOBODY = 0

/** What rings at this driver now; entries of the pending list do not ring. */
export async function openOffers(db: Db, driverId: number, now: Date): Promise<OfferView[]> {
  const { rows } = await sql<OfferRow>`
    ${PREPARED} select offer.round_id as "roundId", offer.order_id as "orderId", offer.driver_id as "driverId", offer.metres,
      offer.route_metres as "routeMetres", offer.expires_at as "expiresAt",
      round.step ->> 'notificationMethod' as "notificationMethod"
    from search_offers as offer join search_rounds as round on round.id = offer.round_id
    where offer.driver_id = ${driverId} and offer.fate = 'open' and offer.is_exclusive and offer.expires_at > ${now}
    order by offer.notified_at
  `.execute(db)
  return offerViews(db, rows, now)
}

/** Was this driver asked in this round? */
export async function isOfferOf(db: Db, roundId: number, driverId: number): Promise<boolean> {
  const row = await db
    .selectFrom('search_offers')
    .select('id')
    .where('round_id', '=', roundId)
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
  return row !== undefined
}

/** The offers a batch of `order_available` speaks of, as the phones need them. */
export async function offersOfEvents(
  db: Db,
  events: readonly StoredEvent[],
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
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))]
  const orders = new Map((await driverOrderViews(db, orderIds, NOBODY)).map((order) => [order.id, order]))
  return rows.flatMap((row) => {
    const order = orders.get(row.orderId)
    return order ? [offerView(row, order, now)] : []
  })
}

function offerView(row: OfferRow, order: DriverOrder, now: Date): OfferView {
  const { id, places, options, service_id, payment_type, departure_time, package_note, cod_amount, weight_kg } = order
  return {
    round_id: row.roundId,
    order: {
      ...{ id, places, options, service_id, payment_type, departure_time, package_note, cod_amount, weight_kg },
      distance_m: row.metres,
      route_m: row.routeMetres,
    },
    expires_at: toWireTime(row.expiresAt),
    expires_in_ms: Math.max(0, row.expiresAt.getTime() - now.getTime()),
    notification_method: row.notificationMethod,
  }
}

/** The order of each `order_accept_confirmed`, as its driver may see it. */
export async function confirmedOrders(
  db: Db,
  events: readonly StoredEvent[],
): Promise<Map<number, DriverEventData<'order_accept_confirmed'>>> {
  const found = await Promise.all(
    events.map(async ({ seq, data }) => {
      const [order] = await driverOrderViews(db, [Number(data.order_id)], Number(data.driver_id))
      return [seq, order] as const
    }),
  )
  return new Map(found.flatMap(([seq, order]) => (order ? [[seq, { order }]] : [])))
}

/** Everything a phone must know after it connected, whatever it missed. */
export async function driverSnapshot(db: Db, driverId: number, now: Date): Promise<DriverEventData<'offers_snapshot'>> {
  const active = await db
    .selectFrom('orders')
    .select('id')
    .where('driver_id', '=', driverId)
    .where('state', '=', 'assigned')
    .orderBy('is_next_order')
    .execute()
  const orderIds = active.map(({ id }) => id)
  return {
    offers: await openOffers(db, driverId, now),
    active_orders: await driverOrderViews(db, orderIds, driverId),
    pending_orders: (await pendingLists(db, [driverId], now)).get(driverId) ?? [],
  }
}
