import { ORDER_LISTS, ORDER_STATES } from '@dispecerat/domain/order'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { OrderRow } from './order-shapes.ts'
import { Id, paged, pageQuery, textUpTo, WireTime, WireTimeIn } from './wire.ts'

const area = 'orders'

export const readOrderList = endpoint({
  method: 'GET',
  path: '/api/dispatcher-orders/:kind',
  does: 'A page of 60 of one operator list.',
  area,
  may: 'statistics.read',
  params: z.object({ kind: z.enum(ORDER_LISTS) }),
  query: z.object({
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    search: textUpTo(80).optional(),
  }),
  reply: z.object({
    data: z.array(OrderRow),
    meta: z.object({ total: z.number().int(), offset: z.number().int(), limit: z.number().int() }),
  }),
})

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

export const listOrdersForReport = endpoint({
  method: 'GET',
  path: '/api/orders-for-report',
  does: 'Report rows; with per_page=7 the recent orders of the dashboard.',
  area,
  may: 'orders.read',
  query: z.object({
    ...pageQuery(30),
    date_from: WireTimeIn.optional(),
    date_to: WireTimeIn.optional(),
    state: z.enum(ORDER_STATES).optional(),
  }),
  reply: paged(
    z.object({
      orderId: Id,
      callDuration: z.number().int(),
      orderDate: WireTime,
      placeName: z.string().nullable(),
      state: z.enum(ORDER_STATES),
      trip_state: z.string().nullable(),
      indicativ: z.string().nullable(),
    }),
  ),
})
