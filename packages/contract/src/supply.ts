import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './wire.ts'

/** One zone as it will look in ten minutes. */
export const ZoneSupply = z.object({
  polygonId: Id,
  company_id: Id,
  name: z.string(),
  free_now: z.number().int(),
  /** Busy now, and the trip ends in this zone within ten minutes, by the straight line and a town's usual speed. */
  free_soon: z.number().int(),
  /** Orders nobody drives to yet, those of the next ten minutes included. */
  waiting: z.number().int(),
  /** Orders that usually leave from here in this hour of this weekday: the mean of up to eight weeks; null without any past. */
  usual_orders: z.number().nullable(),
  /** How many cars will be missing; 0 = enough. */
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
