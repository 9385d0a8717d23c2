import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'
import type { LineFeature } from '../geojson.ts'
import { takeAway } from '../take-away.ts'

interface RouteStyle {
  /** Distinguishes several lines on one map. */
  name?: string
  colour?: string
  /** Straight lines between the places, because no road is known: drawn dashed. */
  isGuess?: boolean
}

const BLUE = '#1c7ed6'

/** A route with a pale outline, so that it is visible on streets of any colour; null draws nothing. */
export function useRouteLine(
  map: MapLibre,
  line: readonly { lat: number; long: number }[] | null,
  { name = 'route', colour = BLUE, isGuess = false }: RouteStyle = {},
) {
  useEffect(() => {
    const [rim, way] = [`${name}-rim`, `${name}-way`]
    const below = ['stands-area'].find((layer) => map.getLayer(layer))
    map.addSource(name, { type: 'geojson', data: asLine(null) })
    const round = { 'line-cap': 'round', 'line-join': 'round' } as const
    map.addLayer(
      { id: rim, type: 'line', source: name, layout: round, paint: { 'line-color': '#ffffff', 'line-width': 7 } },
      below,
    )
    map.addLayer(
      { id: way, type: 'line', source: name, layout: round, paint: { 'line-color': colour, 'line-width': 4 } },
      below,
    )
    return () => takeAway(map, [rim, way], [name])
  }, [map, name, colour])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a layer made anew is filled anew
  useEffect(() => {
    map.getSource<GeoJSONSource>(name)?.setData(asLine(line))
  }, [map, name, colour, line])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a layer made anew is dashed anew
  useEffect(() => {
    map.setPaintProperty(`${name}-way`, 'line-dasharray', isGuess ? [1, 2] : undefined)
    map.setPaintProperty(`${name}-rim`, 'line-opacity', isGuess ? 0 : 0.85)
  }, [map, name, colour, isGuess])
}

function asLine(line: readonly { lat: number; long: number }[] | null): LineFeature {
  const coordinates = (line ?? []).map(({ lat, long }): [number, number] => [long, lat])
  return { type: 'Feature', geometry: { type: 'LineString', coordinates }, properties: {} }
}
