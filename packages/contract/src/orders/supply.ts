import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { Id } from '../kernel/wire.ts'

/** Forecast of one zone for ten minutes from now. */
export const ZoneSupply = z.object({
  polygonId: Id,
  company_id: Id,
  name: z.string(),
  free_now: z.number().int(),
  /** Busy now, with a trip that ends in this zone within ten minutes, by the straight line and a usual speed in town. */
  free_soon: z.number().int(),
  /** Orders without a driver, including those of the next ten minutes. */
  waiting: z.number().int(),
  /** Usual orders from this zone in this hour of this weekday: the mean of up to eight weeks; null without a past. */
  usual_orders: z.number().nullable(),
  /** Number of missing cars; 0 = enough. */
  shortage: z.number().int(),
})
export type ZoneSupply = z.infer<typeof ZoneSupply>

export const readSupply = endpoint({
  method: 'GET',
  path: '/api/statistics/supply',
  does: 'Cars and orders of each zone in ten minutes: free now, free soon, waiting, usual at this hour.',
  area: 'statistics',
  may: 'statistics.read',
  reply: z.object({ data: z.array(ZoneSupply) }),
})
