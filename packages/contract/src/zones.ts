import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, IdText, WireTime } from './wire.ts'

const area = 'zones'
const may = 'zones.read' as const

export const Polygon = z.object({
  id: Id,
  name: z.string(),
  paths: z.array(z.object({ lat: z.number(), long: z.number() })),
})
export type Polygon = z.infer<typeof Polygon>

export const listPolygons = endpoint({
  method: 'GET',
  path: '/api/polygons',
  does: 'The zones of my companies.',
  area,
  may,
  reply: z.array(Polygon),
})

export const readPolygon = endpoint({
  method: 'GET',
  path: '/api/polygons/:id',
  does: 'One zone.',
  area,
  may,
  params: ById,
  reply: Polygon,
  errors: ['zone.unknown'],
})

export const readZoneStatistics = endpoint({
  method: 'GET',
  path: '/api/polygons/statistics',
  does: 'Busy and free drivers per zone.',
  area,
  may: 'statistics.read',
  reply: z.array(
    z.object({ polygonId: Id, name: z.string(), busyDrivers: z.number().int(), freeDrivers: z.number().int() }),
  ),
})

export const Stand = z.object({
  id: Id,
  name: z.string(),
  lat: z.number(),
  long: z.number(),
  radius_m: z.number().int(),
  polygon_id: Id.nullable(),
})
export const listStands = endpoint({
  method: 'GET',
  path: '/api/stands',
  does: 'The taxi stands of my companies.',
  area,
  may,
  reply: z.object({ data: z.array(Stand) }),
})

export const readDriversInfo = endpoint({
  method: 'GET',
  path: '/api/statistics/drivers-info',
  does: 'Free drivers of a zone, longest idle first.',
  area,
  may: 'statistics.read',
  query: z.object({ polygon_id: IdText }),
  reply: z.array(z.object({ indicativ: z.string(), idle_from: WireTime.nullable() })),
  errors: ['zone.unknown'],
})
