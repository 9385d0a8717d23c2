import { ZONE_COLOUR, ZONE_LIMITS } from '@dispecerat/domain/geography/zone-ring'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByZoneId, CompanyIdIn, CompanyIdText, ZoneIdIn, ZoneIdText } from '../kernel/ids.ts'
import { Done, Id, Latitude, Longitude, one, RecordVersion, requiredText, WireTime } from '../kernel/wire.ts'

const area = 'zones'
const may = 'zones.read' as const
const edit = 'zones.edit' as const

/** Maximum size of a zone file in bytes; other requests have 1 MiB. */
export const ZONES_FILE_BYTES = 10 * 1024 * 1024
/** Maximum number of zones in a file, and in a company. */
export const MAX_ZONES = 1000

const ZoneName = requiredText(ZONE_LIMITS.nameLetters, 'Numele este obligatoriu')
const Color = z.string().toLowerCase().regex(ZONE_COLOUR, 'Culoarea trebuie scrisă ca #rrggbb').nullable()
const Corner = z.object({ lat: Latitude, long: Longitude })
const Outline = z.array(Corner).max(ZONE_LIMITS.points, `Zona poate avea cel mult ${ZONE_LIMITS.points} puncte`)

export const Polygon = z.object({
  id: Id,
  company_id: Id,
  name: z.string(),
  paths: z.array(z.object({ lat: z.number(), long: z.number() })),
  /** '#rrggbb'; null = default colour. */
  color: z.string().nullable(),
  area_m2: z.number(),
  version: RecordVersion,
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
  params: ByZoneId,
  reply: Polygon,
  errors: ['zone.unknown'],
})

export const readZoneStatistics = endpoint({
  method: 'GET',
  path: '/api/polygons/statistics',
  does: 'Busy and free drivers per zone.',
  area,
  may,
  reply: z.array(
    z.object({
      polygonId: Id,
      company_id: Id,
      name: z.string(),
      busyDrivers: z.number().int(),
      freeDrivers: z.number().int(),
    }),
  ),
})

export const readDriversInfo = endpoint({
  method: 'GET',
  path: '/api/statistics/drivers-info',
  does: 'Free drivers of a zone, longest idle first; without polygon_id those who stand in no zone.',
  area,
  may: 'statistics.read',
  query: z.object({ polygon_id: ZoneIdText.optional() }),
  reply: z.array(z.object({ driver_id: Id, indicativ: z.string(), idle_from: WireTime.nullable() })),
  errors: ['zone.unknown'],
})

export const NewPolygon = z.object({
  /** Company of the zone; may be left out by users of a single company. */
  company_id: CompanyIdIn.optional(),
  name: ZoneName,
  /** The outline is closed automatically; a repeated first point is dropped. */
  paths: Outline,
  color: Color.default(null),
})
export type NewPolygon = z.input<typeof NewPolygon>

export const createPolygon = endpoint({
  method: 'POST',
  path: '/api/polygons',
  does: 'Draw a zone; drivers and stands in it belong to it at once.',
  area,
  may: edit,
  body: NewPolygon,
  reply: one(Polygon),
  status: 201,
  errors: ['company.unknown'],
})

export const editPolygon = endpoint({
  method: 'PATCH',
  path: '/api/polygons/:id',
  does: 'Rename, recolour or redraw a zone; fields left out stay. If-Match carries the version that was read.',
  area,
  may: edit,
  takesVersion: true,
  params: ByZoneId,
  body: z.object({ name: ZoneName.optional(), paths: Outline.optional(), color: Color.optional() }),
  reply: one(Polygon),
  errors: ['zone.unknown', 'zone.changed_meanwhile'],
})
export type PolygonChange = z.input<typeof editPolygon.body>

export const deletePolygon = endpoint({
  method: 'DELETE',
  path: '/api/polygons/:id',
  does: 'Delete a zone; who is in it belongs to another zone or to none at once.',
  area,
  may: edit,
  takesVersion: true,
  params: ByZoneId,
  reply: Done,
  errors: ['zone.unknown', 'zone.changed_meanwhile'],
})

export const restorePolygon = endpoint({
  method: 'POST',
  path: '/api/polygons/:id/restore',
  does: 'Undo the deletion of a zone; when another took its name meanwhile, it comes back with a number behind it.',
  area,
  may: edit,
  params: ByZoneId,
  reply: one(Polygon),
  errors: ['zone.unknown'],
})

export const splitPolygon = endpoint({
  method: 'POST',
  path: '/api/polygons/:id/split',
  does: 'Cut a zone in two along a line from border to border; the larger part stays the zone, the other is new.',
  area,
  may: edit,
  takesVersion: true,
  params: ByZoneId,
  body: z.object({
    line: z.array(Corner).min(2, 'Linia are nevoie de cel puțin 2 puncte').max(200, 'Linia are cel mult 200 de puncte'),
    /** Name of the new zone; by default the old one's with a number. */
    name: ZoneName.optional(),
  }),
  /** The changed zone and the new one. */
  reply: z.object({ data: z.array(Polygon) }),
  status: 201,
  errors: ['zone.unknown', 'zone.changed_meanwhile'],
})

export const rejoinPolygon = endpoint({
  method: 'POST',
  path: '/api/polygons/:id/rejoin',
  does: 'Undo a cut while neither part was changed since: the zone has its old outline, the part that was cut off goes.',
  area,
  may: edit,
  params: ByZoneId,
  body: z.object({ part_id: ZoneIdIn }),
  reply: one(Polygon),
  errors: ['zone.unknown', 'zone.changed_meanwhile'],
})

/** Fixes that can be applied to a file: swap coordinates, turn parts into zones, fill holes, redraw zones of the same name. */
const ZONE_FILE_FIXES = ['turn', 'parts', 'fill', 'replace'] as const
export type ZoneFileFix = (typeof ZONE_FILE_FIXES)[number]

export const FileZone = z.object({
  /** Identifies the zone in the file when some are chosen: the feature's number from 1, with `.part` where it has several. */
  key: z.string(),
  name: z.string(),
  color: z.string().nullable(),
  paths: z.array(z.object({ lat: z.number(), long: z.number() })),
  area_m2: z.number(),
  /** The zone to be redrawn; null for a new one. */
  replaces: Id.nullable(),
  /** Errors that prevent saving; empty = none. */
  errors: z.array(z.string()),
  /** Fixes that would remove some of the errors. */
  fixes: z.array(z.enum(ZONE_FILE_FIXES)),
})
export type FileZone = z.infer<typeof FileZone>

export const importPolygons = endpoint({
  method: 'POST',
  path: '/api/polygons/import',
  does: 'Zones from a GeoJSON document. A dry run tells what is in it and every error; else all of the chosen are saved or none.',
  area,
  may: edit,
  body: z.object({
    company_id: CompanyIdIn.optional(),
    /** FeatureCollection, Feature, Polygon or MultiPolygon. */
    geojson: z.unknown(),
    dry_run: z.boolean().default(true),
    fixes: z.array(z.enum(ZONE_FILE_FIXES)).max(ZONE_FILE_FIXES.length).default([]),
    /** Names that replace the file's, by key. */
    names: z.record(z.string().max(20), z.string().max(200)).default({}),
    /** Keys of the zones to save; left out = all. */
    chosen: z.array(z.string().max(20)).max(MAX_ZONES).optional(),
  }),
  reply: z.object({
    data: z.object({
      /** Zones created or redrawn; empty after a dry run. */
      saved_ids: z.array(Id),
      /** Errors of the document as a whole. */
      errors: z.array(z.string()),
      zones: z.array(FileZone),
    }),
  }),
  errors: ['company.unknown'],
  bodyBytes: ZONES_FILE_BYTES,
})

export const exportPolygons = endpoint({
  method: 'GET',
  path: '/api/polygons/export',
  does: 'The zones as a GeoJSON document (RFC 7946) with name, colour and company of each.',
  area,
  may,
  query: z.object({ company_id: CompanyIdText.optional() }),
  reply: z.unknown(),
  errors: ['company.unknown'],
})
