import { WRITTEN_PLACE } from '@dispecerat/domain/orders/list-place'
import { CANCELLATION_REASONS, ORDER_LISTS, ORDER_STATES } from '@dispecerat/domain/orders/order'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdText, UserIdText } from '../kernel/ids.ts'
import { Id, paged, pageQuery, textUpTo, WireTime, WireTimeIn } from '../kernel/wire.ts'
import { OrderRow, OrderView } from './order-shapes.ts'

const area = 'orders'

export const readOrderList = endpoint({
  method: 'GET',
  path: '/api/dispatcher-orders/:kind',
  does: 'A page of 60 of one operator list: whole orders; `view=row` answers what a line of the list draws.',
  area,
  may: 'statistics.read',
  params: z.object({ kind: z.enum(ORDER_LISTS) }),
  query: z.object({
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    search: textUpTo(80).optional(),
    /** `meta.next` of the previous page: nothing is missed or repeated when the list changes in between; takes precedence over `offset`. */
    after: z.string().regex(WRITTEN_PLACE).optional(),
    view: z.enum(['order', 'row']).default('order'),
  }),
  reply: z.object({
    /** In-call and closed lists newest first; the live list alerts first, then by departure. */
    data: z.array(z.union([OrderRow, OrderView])),
    meta: z.object({
      total: z.number().int(),
      offset: z.number().int(),
      limit: z.number().int(),
      /** Cursor of the next page; null when there is none. */
      next: z.string().nullable(),
    }),
  }),
})

/** True for the row shape, returned with `view=row`. */
export function isOrderRow(order: OrderRow | OrderView): order is OrderRow {
  return 'lists' in order
}

export const OrderCounts = z.object({
  inCallOrdersCount: z.number().int(),
  liveOrdersCount: z.number().int(),
  finishedOrdersCount: z.number().int(),
  canceledOrdersCount: z.number().int(),
})

export const readOrderCounts = endpoint({
  method: 'GET',
  path: '/api/dispatcher-orders/statistics',
  does: 'How many orders stand in each operator list.',
  area,
  may: 'statistics.read',
  reply: OrderCounts,
})

/** A waiting order without a driver. */
const WaitingOrder = z.object({
  id: Id,
  /** The pickup. */
  lat: z.number(),
  long: z.number(),
  name: z.string(),
  /** Start of the driver search. */
  waiting_since: WireTime,
  in_pending_queue: z.boolean(),
})
export type WaitingOrder = z.infer<typeof WaitingOrder>

export const listWaitingOrders = endpoint({
  method: 'GET',
  path: '/api/dispatcher-orders/waiting',
  does: 'The pickups of the orders that wait for a driver now, longest waiting first; at most 500. Scheduled ones from the moment their search begins.',
  area,
  may: 'statistics.read',
  reply: z.object({ data: z.array(WaitingOrder) }),
})

const ReportRow = z.object({
  orderId: Id,
  /** Whole minutes of its calls, rounded up; 0 for an order without a call. */
  callDuration: z.number().int(),
  orderDate: WireTime,
  placeName: z.string().nullable(),
  state: z.enum(ORDER_STATES),
  trip_state: z.string().nullable(),
  indicativ: z.string().nullable(),
})

/** Roles that canceled an order, as reports group them. */
export const ENDED_BY = ['dispatcher', 'driver', 'client', 'company', 'admin', 'system', 'unknown'] as const
export type EndedBy = (typeof ENDED_BY)[number]

export const listOrdersForReport = endpoint({
  method: 'GET',
  path: '/api/orders-for-report',
  does: 'Report rows; with per_page=7 the recent orders of the dashboard. `format=csv|xlsx` answers all rows of a period of at most 366 days as a table.',
  area,
  may: 'orders.read',
  query: z.object({
    ...pageQuery(30),
    date_from: WireTimeIn.optional(),
    date_to: WireTimeIn.optional(),
    state: z.enum(ORDER_STATES).optional(),
    dispatcher_id: UserIdText.optional(),
    driver_id: UserIdText.optional(),
    company_id: CompanyIdText.optional(),
    /** Only orders of this protocol company. */
    protocol_user_id: UserIdText.optional(),
    /** Cancellation reason. */
    reason: z.enum(CANCELLATION_REASONS).optional(),
    /** Role that canceled the order. */
    ended_by: z.enum(ENDED_BY).optional(),
    /** Orders whose search used this interval in the period; 0: a search without an interval. */
    interval_id: z
      .string()
      .regex(/^\d{1,16}$/, 'Identificator invalid')
      .transform(Number)
      .optional(),
    /** 1: only orders placed in an app, without a dispatcher; 0: only orders placed by a dispatcher. */
    online: z.enum(['0', '1']).optional(),
    /** Only orders whose fare must be confirmed. */
    fare_doubt: z.enum(['0', '1']).optional(),
    /** Date the period filters by: when the order was created, or when it was finished or canceled. */
    date_of: z.enum(['order', 'end']).default('order'),
    /** Adds totals of the whole period. */
    totals: z.enum(['0', '1']).default('0'),
    format: z.enum(['json', 'csv', 'xlsx']).default('json'),
  }),
  reply: paged(ReportRow).extend({
    totals: z
      .object({
        orders: z.number().int(),
        finished: z.number().int(),
        canceled: z.number().int(),
        /** Over orders with a call; null when there was none. */
        average_call_minutes: z.number().nullable(),
        /** Only the newest orders of the period were added up. */
        is_capped: z.boolean(),
      })
      .nullable(),
  }),
})
