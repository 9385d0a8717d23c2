import { CHART_RANGES } from '@dispecerat/domain/orders/chart-range'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'

/** Figures of one day in Bucharest; an order counts on the day of each of its events. */
export const DayOfOrders = z.object({
  /** YYYY-MM-DD. */
  day: z.string(),
  /** Placed on that day. */
  orders: z.number().int(),
  finished: z.number().int(),
  canceled: z.number().int(),
})
export type DayOfOrders = z.infer<typeof DayOfOrders>

export const readOrdersByDay = endpoint({
  method: 'GET',
  path: '/api/statistics/orders-by-day',
  does: 'Orders placed, finished and canceled per day in Bucharest, oldest first, days without orders included.',
  area: 'statistics',
  may: 'statistics.read',
  query: z.object({ range: z.enum(CHART_RANGES, 'Interval necunoscut').default('1m') }),
  reply: z.object({ data: z.array(DayOfOrders) }),
})
