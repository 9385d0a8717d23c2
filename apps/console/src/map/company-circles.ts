import { circleRing } from './circle.ts'
import type { FeatureCollection, LineFeature, PointGeometry } from './geojson.ts'

const RADIUS_METRES = 1500
/** Within some ten metres it is the same house. */
const SPOT_DECIMALS = 4

export interface CompanyOnMap {
  name: string
  lat: number | null
  lng: number | null
}

interface Circles {
  rings: FeatureCollection<LineFeature['geometry']>
  /** On top of each ring; none where one company stands alone, whose map it is anyhow. */
  names: FeatureCollection<PointGeometry, { name: string }>
}

/** A circle of 1500 m around every company that says where it is; several are told apart by their names. */
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

/** Companies of one house share a ring, which bears all of their names: two names on one spot would hide each other. */
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
