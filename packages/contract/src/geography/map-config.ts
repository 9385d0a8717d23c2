import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'

/** A base map for the console's cars, zones and pins; `style` is a MapLibre style of one of the two colour schemes. */
export const MapProviderView = z.object({
  id: z.string(),
  /** Label in the map switch. */
  label: z.string(),
  kind: z.enum(['vector', 'raster', 'google']),
  attribution: z.string().meta({ description: 'HTML with links; empty where the style itself names who made it' }),
  style: z.object({ light: z.string(), dark: z.string() }).meta({ description: 'Addresses of MapLibre styles' }),
  is_available: z.boolean(),
  why_not: z.string().nullable(),
})
export type MapProviderView = z.output<typeof MapProviderView>

export const readMapConfig = endpoint({
  method: 'GET',
  path: '/api/map-config',
  does: 'The maps that can be switched between, the first available one being the default; those that cannot say why.',
  area: 'maps',
  may: 'public',
  reply: z.object({ data: z.array(MapProviderView) }),
})
