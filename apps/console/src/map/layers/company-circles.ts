import type { FeatureCollection, LineFeature, PointGeometry } from '../geojson.ts'
import { circleRing } from './circle.ts'

const RADIUS_METRES = 1500
/** Four decimals of a degree are about ten metres: companies that close are in the same building. */
const SPOT_DECIMALS = 4

export interface CompanyOnMap {
  name: string
  lat: number | null
  lng: number | null
}

interface Circles {
  rings: FeatureCollection<LineFeature['geometry']>
  /** Above each ring; none with a single company, because the map is its own. */
  names: FeatureCollection<PointGeometry, { name: string }>
}

/** A circle of 1500 m around every company with a position; several are labelled with their names. */
export function companyCircles(companies: readonly CompanyOnMap[]): Circles {
  const placed = ringsOf(companies)
  const isAlone = companies.filter(({ lat }) => lat !== null).length < 2
  return {
    rings: {
      type: 'FeatureCollection',
      features: placed.map(({ ring }) => ({
        type: 'Feature',
        geometry: { type: 'LineString', coordinates: ring },
        properties: {},
      })),
    },
    names: {
      type: 'FeatureCollection',
      features: (isAlone ? [] : placed).flatMap(({ name, ring: [north] }) =>
        north ? [{ type: 'Feature', geometry: { type: 'Point', coordinates: north }, properties: { name } }] : [],
      ),
    },
  }
}

/**
 * Companies in one building share a ring with all of their names, because two labels on one spot would hide each
 * other.
 */
function ringsOf(companies: readonly CompanyOnMap[]): { name: string; ring: [number, number][] }[] {
  const rings = new Map<string, { name: string; ring: [number, number][] }>()
  for (const { name, lat, lng } of companies) {
    if (lat === null || lng === null) continue
    const spot = `${lat.toFixed(SPOT_DECIMALS)},${lng.toFixed(SPOT_DECIMALS)}`
    const known = rings.get(spot)
    if (known) known.name += `\n${name}`
    else rings.set(spot, { name, ring: circleRing({ lat, long: lng }, RADIUS_METRES) })
  }
  return [...rings.values()]
}
