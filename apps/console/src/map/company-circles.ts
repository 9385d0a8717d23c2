import { circleRing } from './circle.ts'
import type { FeatureCollection, LineFeature, PointGeometry } from './geojson.ts'

const RADIUS_METRES = 1500

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

/** A circle of 1500 m around every company that says where it is (MAP-14, GAP-47); several are told apart by their names. */
export function companyCircles(companies: readonly CompanyOnMap[]): Circles {
  const placed = companies.flatMap(({ name, lat, lng }) =>
    lat === null || lng === null ? [] : [{ name, ring: circleRing({ lat, long: lng }, RADIUS_METRES) }],
  )
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
      features: (placed.length > 1 ? placed : []).flatMap(({ name, ring: [north] }) =>
        north ? [{ type: 'Feature', geometry: { type: 'Point', coordinates: north }, properties: { name } }] : [],
      ),
    },
  }
}
