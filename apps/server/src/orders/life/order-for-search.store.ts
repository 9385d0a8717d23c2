import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import type { OrderState } from '@dispecerat/domain/orders/order'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Facts of an order that the search uses. */
export interface OrderForSearch {
  orderId: OrderId
  state: OrderState
  inPendingQueue: boolean
  /** Place A. */
  pickup: Point
  serviceId: number
  /** Keys of required car options. */
  options: string[]
  createdByCompanyId: CompanyId
  searchCompanyIds: CompanyId[]
  sendToOtherCompany: boolean
  customDriverIds: DriverId[]
  onlyCustom: boolean
  canceledByDriverIds: DriverId[]
  excludedDriverIds: DriverId[]
  /** Of the named and the excluded drivers, those who have an order now. */
  busyDriverIds: DriverId[]
  /** Start of a scheduled order's search; null for an order placed for now. */
  startAt: Date | null
  /**
   * When the client was promised a car: the start of a scheduled order's search, or when it was placed. An order that has a car comes after
   * those that had none when the search for another one began.
   */
  promisedAt: Date
  /** The driver who has it is on the way, and keeps it until another one accepts. */
  isReplacement: boolean
  isDeleted: boolean
}

/** A server of an earlier version leaves `replacement_since` on an order that it takes from its driver. */
const IS_REPLACEMENT = sql`(state = 'assigned' and trip_state = 'waiting_driver' and not is_next_order and replacement_since is not null)`

/** Reads without a lock; `order.unknown` when there is none or it has no address. */
export async function orderForSearch(tx: Db | Tx, orderId: OrderId): Promise<OrderForSearch> {
  const [order] = await ordersForSearch(tx, [orderId])
  if (!order) throw new DomainError('order.unknown')
  return order
}

/** The same for many; unknown ids are left out. */
export async function ordersForSearch(tx: Db | Tx, orderIds: readonly OrderId[]): Promise<OrderForSearch[]> {
  const isWanted = orderIds.length === 1 ? sql`= ${orderIds[0]}` : sql`= any(${[...orderIds]}::bigint[])`
  const { rows } = await sql<OrderForSearch>`
    select orders.id as "orderId", state, in_pending_queue as "inPendingQueue",
      json_build_object('lat', a.lat, 'long', a.long) as pickup, service_id as "serviceId",
      array(select jsonb_object_keys(options)) as options, created_by_company_id as "createdByCompanyId",
      search_company_ids as "searchCompanyIds", send_to_other_company as "sendToOtherCompany",
      custom_driver_ids as "customDriverIds", only_custom as "onlyCustom",
      canceled_by_driver_ids as "canceledByDriverIds", excluded_driver_ids as "excludedDriverIds",
      array(select driver_id from driver_status
        where driver_id = any(custom_driver_ids || excluded_driver_ids) and is_busy) as "busyDriverIds",
      start_at as "startAt", coalesce(case when ${IS_REPLACEMENT} then replacement_since end, start_at, placed_at, orders.created_at) as "promisedAt",
      ${IS_REPLACEMENT} as "isReplacement", deleted_at is not null as "isDeleted"
    from orders join order_places a on a.order_id = orders.id and a.position = 0
    where orders.id ${isWanted}
  `.execute(tx)
  return rows
}
