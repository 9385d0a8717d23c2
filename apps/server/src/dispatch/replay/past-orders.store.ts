import type { PastOrder } from '@dispecerat/domain/dispatch/replay/world'
import { coarseMetres, type Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { FURTHEST_DAYS } from '@dispecerat/domain/orders/departure'
import type { CancellationReason } from '@dispecerat/domain/orders/order'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A company and the range of its past that is replayed; [from, to). */
export interface PastRange {
  companyId: CompanyId
  from: Date
  to: Date
}

/** An order is placed at most this long before its search; bounds the rows that are read. */
export const LONGEST_AHEAD = sql`make_interval(days => ${FURTHEST_DAYS})`

interface OrderRow {
  orderId: OrderId
  searchAt: Date
  pickup: Point
  destination: Point | null
  serviceId: number
  options: string[]
  namedDriverIds: DriverId[]
  onlyNamed: boolean
  partnerIds: CompanyId[]
  canceledAt: Date | null
  reason: CancellationReason | null
  driverId: DriverId | null
  assignedAt: Date | null
  pickupMetres: number | null
  /** A driver of a partner had it. */
  isOfPartner: boolean
  arrivedAt: Date | null
  startedAt: Date | null
  finishedAt: Date | null
}

/**
 * Start of the search. A retry clears `start_at`, so a scheduled order that was retried begins with its first walk: its client waited from
 * there, not from the day on which it was placed. An order for now departs when it is placed and needs no look at its walks.
 */
const SEARCH_AT = sql`coalesce(start_at,
  case when departure_time > placed_at then
    (select started_at from search_walks where order_id = orders.id order by walk_no limit 1) end,
  placed_at)`

/** Orders of the company that had a search, by its start. Those only assigned by hand are left out. */
export async function pastOrders(db: Db, { companyId, from, to }: PastRange): Promise<PastOrder[]> {
  const { rows } = await sql<OrderRow>`
    select orders.id as "orderId", ${SEARCH_AT} as "searchAt",
      jsonb_build_object('lat', a.lat, 'long', a.long) as pickup,
      (select jsonb_build_object('lat', lat, 'long', long) from order_places
        where order_id = orders.id and position > 0 order by position desc limit 1) as destination,
      service_id as "serviceId", array(select jsonb_object_keys(options)) as options,
      custom_driver_ids as "namedDriverIds", only_custom as "onlyNamed",
      case when send_to_other_company then array_remove(search_company_ids, ${companyId}::bigint)
        else '{}'::bigint[] end as "partnerIds",
      canceled_at as "canceledAt", cancellation_reason_type as reason, driver_id as "driverId",
      assigned_at as "assignedAt", trip_started_at as "startedAt", trip_finished_at as "finishedAt",
      (select min(timestamp) from order_history where order_id = orders.id and type = 'arrived'
        and not data ? 'arrival_doubt') as "arrivedAt",
      (select metres from search_offers as offer where offer.order_id = orders.id and offer.driver_id = orders.driver_id
        and fate in ('accepted', 'accepted_then_returned') order by id desc limit 1) as "pickupMetres",
      coalesce(processed_by_company_id <> ${companyId}, false) as "isOfPartner"
    from orders join order_places as a on a.order_id = orders.id and a.position = 0
    where created_by_company_id = ${companyId} and deleted_at is null and not is_test and placed_at is not null
      and orders.created_at >= ${from}::timestamptz - ${LONGEST_AHEAD} and orders.created_at < ${to}
      and ${SEARCH_AT} >= ${from} and ${SEARCH_AT} < ${to}
      and (not manually_assigned or exists (select from search_walks where order_id = orders.id))
    order by "searchAt", orders.id
  `.execute(db)
  return rows.map(orderOf)
}

function orderOf({ searchAt, canceledAt, reason, ...row }: OrderRow): PastOrder {
  const { orderId, pickup, destination, serviceId, options, namedDriverIds, onlyNamed, partnerIds, ...end } = row
  const wasUnserved = reason === 'no_drivers_found'
  const isCalledOff = reason !== null && !wasUnserved && reason !== 'driver_canceled'
  return {
    orderId,
    pickup,
    destination,
    serviceId,
    options,
    namedDriverIds,
    onlyNamed,
    partnerIds,
    searchAt: searchAt.getTime(),
    calledOffAt: isCalledOff ? instant(canceledAt) : null,
    past: {
      driverId: end.driverId,
      assignedAt: instant(end.assignedAt),
      pickupMetres: end.isOfPartner && end.pickupMetres !== null ? coarseMetres(end.pickupMetres) : end.pickupMetres,
      arrivedAt: instant(end.arrivedAt),
      startedAt: instant(end.startedAt),
      finishedAt: instant(end.finishedAt),
      wasUnserved,
    },
  }
}

function instant(at: Date | null): number | null {
  return at?.getTime() ?? null
}
