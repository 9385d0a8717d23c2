import type { ClientOrder } from '@dispecerat/contract/site/client-app'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type OrderState, orderCan, type TripState } from '@dispecerat/domain/orders/order'
import { ratingIsOpen } from '@dispecerat/domain/orders/rating'
import { type RawBuilder, sql } from 'kysely'
import type { Fleet } from '../../fleet/fleet.public.ts'
import { inScope } from '../../orders/orders.public.ts'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { pastOfClient } from './past-of-client.ts'

/** An older position is misleading for a client who waits for the car. */
const OLDEST_SECONDS = 120

interface OrderViewOptions {
  scope: Scope
  now: Date
  fleet: Pick<Fleet, 'live'>
}

interface Row {
  id: number
  order_no: number | null
  state: OrderState
  trip_state: TripState | null
  is_next_order: boolean
  in_pending_queue: boolean
  is_of_account: boolean
  is_driven_by_partner: boolean
  places: ClientOrder['places']
  service_id: number
  options: ClientOrder['options']
  payment_type: ClientOrder['payment_type']
  placed_at: Date
  departure_time: Date
  assigned_at: Date | null
  waiting_driver_time: number | null
  trip_started_at: Date | null
  trip_finished_at: Date | null
  canceled_at: Date | null
  cancellation_reason_type: ClientOrder['cancellation_reason_type']
  estimated_cost_bani: number | null
  cost_bani: number | null
  driver_id: DriverId | null
  first_name: string | null
  car: NonNullable<ClientOrder['driver']>['car']
  is_rated: boolean
  rating: ClientOrder['rating']
}

export async function clientOrderPage(
  db: Db,
  { scope, now, fleet }: OrderViewOptions,
  { page, perPage }: { page: number; perPage: number },
) {
  const own = ownOrders(scope, now)
  const [rows, counted] = await Promise.all([
    rowsWhere(
      db,
      sql`${own} order by orders.placed_at desc, orders.id desc limit ${perPage} offset ${(page - 1) * perPage}`,
    ),
    sql<{ n: number }>`select count(*)::int as n from orders where ${own}`.execute(db),
  ])
  return {
    data: rows.map((row) => orderFromRow(row, { now, fleet })),
    meta: { total: counted.rows[0]?.n ?? 0, total_is_capped: false, page, per_page: perPage },
  }
}

/** Null for an order of another client. */
export async function clientOrderView(
  db: Db,
  { scope, now, fleet }: OrderViewOptions,
  id: number,
): Promise<ClientOrder | null> {
  const [row] = await rowsWhere(db, sql`orders.id = ${id} and ${ownOrders(scope, now)}`)
  return row ? orderFromRow(row, { now, fleet }) : null
}

function ownOrders(scope: Scope, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(${inScope(scope)} and orders.deleted_at is null and not orders.is_test
    and (orders.placed_at > ${pastOfClient(now)} or orders.state in ('created', 'pending', 'assigned')))`
}

/** Selects the fields explicitly: notes, staff and money of the company must not be shown. */
async function rowsWhere(db: Db, where: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select orders.id, orders.order_no, orders.state, orders.trip_state, orders.is_next_order, orders.in_pending_queue,
      orders.protocol_user_id is not null as is_of_account,
      coalesce(orders.processed_by_company_id <> orders.created_by_company_id, false) as is_driven_by_partner,
      coalesce((select jsonb_agg(jsonb_build_object('name', p.name, 'lat', p.lat, 'long', p.long, 'bloc', p.bloc,
        'scara', p.scara, 'reper', p.reper) order by p.position) from order_places p where p.order_id = orders.id), '[]') as places,
      orders.service_id, orders.options, orders.payment_type, orders.placed_at, orders.departure_time, orders.assigned_at,
      orders.waiting_driver_time, orders.trip_started_at, orders.trip_finished_at, orders.canceled_at,
      orders.cancellation_reason_type, orders.estimated_cost_bani,
      case when orders.fare_doubt is null then coalesce(orders.discounted_cost_bani, orders.cost_bani) end as cost_bani,
      orders.driver_id, split_part(driver.name, ' ', 1) as first_name,
      case when car.id is not null then jsonb_build_object('indicativ', car.indicativ, 'number', car.number, 'make', car.make,
        'model', car.model, 'color', car.color) end as car,
      rating.order_id is not null as is_rated,
      case when rating.source = 'client_app' then jsonb_build_object('stars', rating.stars, 'tags', rating.tags,
        'comment', rating.comment,
        'created_at', to_char(rating.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')) end as rating
    from orders
    left join users driver on driver.id = orders.driver_id
    left join cars car on car.id = orders.car_id
    left join ratings rating on rating.order_id = orders.id and rating.direction = 'of_driver'
    where ${where}
  `.execute(db)
  return rows
}

function orderFromRow(row: Row, { now, fleet }: Omit<OrderViewOptions, 'scope'>): ClientOrder {
  const { id, order_no, state, trip_state, places, service_id, options, payment_type, waiting_driver_time } = row
  const { cancellation_reason_type, rating, is_of_account: isOfAccount, trip_finished_at } = row
  const hasDriver = (state === 'assigned' || state === 'finished') && row.driver_id !== null
  return {
    id,
    order_no,
    state,
    trip_state,
    places,
    service_id,
    options,
    payment_type,
    waiting_driver_time,
    cancellation_reason_type,
    rating,
    placed_at: toWireTime(row.placed_at),
    departure_time: toWireTime(row.departure_time),
    assigned_at: wireOrNull(row.assigned_at),
    trip_started_at: wireOrNull(row.trip_started_at),
    trip_finished_at: wireOrNull(trip_finished_at),
    canceled_at: wireOrNull(row.canceled_at),
    estimated_cost: isOfAccount ? null : ronOrNull(row.estimated_cost_bani),
    cost: isOfAccount ? null : ronOrNull(row.cost_bani),
    driver: hasDriver ? { first_name: row.is_driven_by_partner ? null : row.first_name, car: row.car } : null,
    position: positionOf(row, { now, fleet }),
    can_cancel: !isOfAccount && canBeCanceled(row),
    can_rate: state === 'finished' && hasDriver && !row.is_rated && ratingIsOpen(trip_finished_at, now),
  }
}

function canBeCanceled({ state, trip_state: tripState, in_pending_queue: inPendingQueue }: Row): boolean {
  const order = { state, tripState, inPendingQueue, dispatcherId: null }
  return tripState !== 'started' && (orderCan(order, 'cancel') || orderCan(order, 'recall'))
}

/** The position of the car from accepting until the trip starts, unless its driver still has another trip. */
function positionOf(row: Row, { now, fleet }: Omit<OrderViewOptions, 'scope'>): ClientOrder['position'] {
  const isComing = row.trip_state === 'waiting_driver' || row.trip_state === 'waiting_client'
  if (!isComing || row.is_next_order || row.driver_id === null) return null
  const { believed } = fleet.live(row.driver_id)
  if (believed === null) return null
  const { at, lat, long } = believed
  const age = Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000))
  return age > OLDEST_SECONDS ? null : { lat, long, age_s: age }
}

function wireOrNull(instant: Date | null): string | null {
  return instant === null ? null : toWireTime(instant)
}

function ronOrNull(bani: number | null): number | null {
  return bani === null ? null : ronFromBani(bani)
}
