import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdText } from './wire.ts'

/** Four decimals are about ten metres: enough for a map of the town, too coarse for a front door. */
export const readLivePositions = endpoint({
  method: 'GET',
  path: '/api/live/positions',
  does: 'Where cars are, without saying whose: only companies that show themselves to everybody.',
  area: 'fleet',
  may: 'public',
  query: z.object({ company: IdText.optional() }),
  reply: z.array(z.object({ lat: z.number(), long: z.number(), is_busy: z.boolean() })),
})

/** Centre and zoom of the public map, and whether there is anything to show. */
export const readLiveMap = endpoint({
  method: 'GET',
  path: '/api/live/map',
  does: 'Where the public map begins and whether the company asked for, or any, shows its cars.',
  area: 'fleet',
  may: 'public',
  query: z.object({ company: IdText.optional() }),
  reply: z.object({ lat: z.number(), long: z.number(), zoom: z.number(), is_shown: z.boolean() }),
})
