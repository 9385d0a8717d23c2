import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'
import { takeAway } from '../take-away.ts'
import { type CompanyOnMap, companyCircles } from './company-circles.ts'

const RINGS = 'company-rings'
const NAMES = 'company-names'
/** Zoomed out further, the circles are dots and their names overlap. */
const NAMED_FROM_ZOOM = 9

/** Dashed circles around the positions of companies. */
export function useCompanyCircles(map: MapLibre, companies: readonly CompanyOnMap[], isDark: boolean) {
  useEffect(() => {
    const blue = isDark ? '#4dabf7' : '#1c7ed6'
    const { rings, names } = companyCircles([])
    map.addSource(RINGS, { type: 'geojson', data: rings })
    map.addSource(NAMES, { type: 'geojson', data: names })
    map.addLayer({
      id: RINGS,
      type: 'line',
      source: RINGS,
      paint: { 'line-color': blue, 'line-width': 1.5, 'line-dasharray': [3, 3] },
    })
    map.addLayer({
      id: NAMES,
      type: 'symbol',
      source: NAMES,
      minzoom: NAMED_FROM_ZOOM,
      layout: {
        'text-field': ['get', 'name'],
        'text-size': 12,
        /* Beside its position where another name would overlap. */
        'text-variable-anchor': ['bottom', 'top', 'left', 'right'],
        'text-radial-offset': 0.4,
      },
      paint: {
        'text-color': isDark ? '#a5d8ff' : '#0b3d66',
        'text-halo-color': isDark ? '#16181b' : '#ffffff',
        'text-halo-width': 1.5,
      },
    })
    return () => takeAway(map, [NAMES, RINGS], [NAMES, RINGS])
  }, [map, isDark])

  // biome-ignore lint/correctness/useExhaustiveDependencies: layers made anew for another scheme are empty
  useEffect(() => {
    const { rings, names } = companyCircles(companies)
    map.getSource<GeoJSONSource>(RINGS)?.setData(rings)
    map.getSource<GeoJSONSource>(NAMES)?.setData(names)
  }, [map, isDark, companies])
}
