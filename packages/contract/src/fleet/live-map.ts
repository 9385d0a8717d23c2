import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdText } from '../kernel/ids.ts'
import { Id } from '../kernel/wire.ts'

/** A driver on duty on the map of a console. */
export const DriverPosition = z.object({
  userId: Id,
  indicativ: z.string(),
  lat: z.number(),
  long: z.number(),
  heading: z.number().nullable(),
  is_busy: z.boolean(),
  is_paused: z.boolean(),
  ban_until: z.string().nullable(),
  /** Age of the position in seconds; over 120 the car is drawn as stale. */
  age_s: z.number().int(),
  /** Present only for a position that jumps or is mocked, which searches do not use. */
  is_implausible: z.literal(true).optional(),
  /** Present only for a simulated driver, to keep thousands of frames a second small. */
  is_simulated: z.literal(true).optional(),
})
export type DriverPosition = z.infer<typeof DriverPosition>

/** Four decimals are about ten metres: enough for a map of the town, too coarse for a front door. */
export const readLivePositions = endpoint({
  method: 'GET',
  path: '/api/live/positions',
  does: 'Where cars are, without saying whose: only companies that show themselves to everybody.',
  area: 'fleet',
  may: 'public',
  query: z.object({ company: CompanyIdText.optional() }),
  reply: z.array(z.object({ lat: z.number(), long: z.number(), is_busy: z.boolean() })),
})

/** Centre and zoom of the public map, and whether there is anything to show. */
export const readLiveMap = endpoint({
  method: 'GET',
  path: '/api/live/map',
  does: 'Where the public map begins and whether the company asked for, or any, shows its cars.',
  area: 'fleet',
  may: 'public',
  query: z.object({ company: CompanyIdText.optional() }),
  reply: z.object({ lat: z.number(), long: z.number(), zoom: z.number(), is_shown: z.boolean() }),
})
