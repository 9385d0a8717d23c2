import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import type { Db } from '../../platform/db/database.ts'
import type { ExtractConsumer, OsmWay } from './extract/stream-extract.ts'
import { companyPlaces } from './map-import.store.ts'

/** Areas whose roads are stored: everywhere, or in circles; no circle means none. */
export type RoadsWanted = 'all' | readonly { centre: Point; metres: number }[]

/** Up to this size an extract is a county at most, and all its roads fit into a server's memory. */
const SMALL_BYTES = 40 * 1024 * 1024
/** Addresses are searched within 50 km of a company, and cars come from around there. */
const AROUND_COMPANY_METRES = 70_000

/** All roads of a small extract; of a region or a country those around the companies. */
export async function usualRoads(db: Db, extractBytes: number): Promise<RoadsWanted> {
  if (extractBytes <= SMALL_BYTES) return 'all'
  const places = await companyPlaces(db)
  return places.map((centre) => ({ centre, metres: AROUND_COMPANY_METRES }))
}

/** Parses --roads-within: 'all', 'none', or 'lat,long,km'; null for anything else. */
export function readRoadsWanted(text: string): RoadsWanted | null {
  if (text === 'all') return 'all'
  if (text === 'none') return []
  const [lat, long, km, ...rest] = text.split(',').map(Number)
  if (lat === undefined || long === undefined || km === undefined || rest.length > 0) return null
  const isPlace = Math.abs(lat) <= 90 && Math.abs(long) <= 180
  return isPlace && km > 0 ? [{ centre: { lat, long }, metres: km * 1000 }] : null
}

/** Passes on only ways that touch one of the circles; turn restrictions are small, so all are passed on. */
export function roadsWithin(roads: ExtractConsumer, wanted: RoadsWanted): ExtractConsumer {
  if (wanted === 'all') return roads
  const isWanted = ({ points }: OsmWay) =>
    [points[0], points[points.length >> 1], points.at(-1)].some(
      (point) => point && wanted.some(({ centre, metres }) => metresBetween(centre, point) <= metres),
    )
  return {
    way: (way) => {
      if (way.tags.highway && isWanted(way)) roads.way?.(way)
    },
    relation: (relation) => roads.relation?.(relation),
  }
}
