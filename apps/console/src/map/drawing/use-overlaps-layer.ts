import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'
import type { FeatureCollection } from '../geojson.ts'
import { closedRing } from '../layers/use-zones-layer.ts'
import { takeAway } from '../take-away.ts'

type Pieces = readonly (readonly { lat: number; long: number }[])[]
type MultiPolygon = { type: 'MultiPolygon'; coordinates: [number, number][][][] }

const LAYER = 'zones-overlap'
const HATCH = 'overlap-hatch'
const HATCH_PIXELS = 12
const RED = { light: [201, 42, 42], dark: [255, 135, 135] } as const

/** Hatches the area where two zones overlap. */
export function useOverlapsLayer(map: MapLibre, pieces: Pieces, isDark: boolean) {
  useEffect(() => {
    if (!map.hasImage(HATCH)) map.addImage(HATCH, hatch(isDark ? RED.dark : RED.light), { pixelRatio: 2 })
    map.addSource(LAYER, { type: 'geojson', data: asGeoJson([]) })
    const below = ['zones-name', 'stands-area'].find((layer) => map.getLayer(layer))
    /* Adjacent bands touch: antialiasing would draw their seams. */
    map.addLayer(
      { id: LAYER, type: 'fill', source: LAYER, paint: { 'fill-pattern': HATCH, 'fill-antialias': false } },
      below,
    )
    return () => {
      takeAway(map, [LAYER], [LAYER])
      if (map.style && map.hasImage(HATCH)) map.removeImage(HATCH)
    }
  }, [map, isDark])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a layer made anew for another scheme is empty
  useEffect(() => {
    map.getSource<GeoJSONSource>(LAYER)?.setData(asGeoJson(pieces))
  }, [map, isDark, pieces])
}

function asGeoJson(pieces: Pieces): FeatureCollection<MultiPolygon> {
  return {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: { type: 'MultiPolygon', coordinates: pieces.map((piece) => [closedRing(piece)]) },
        properties: {},
      },
    ],
  }
}

function hatch([red, green, blue]: readonly [number, number, number]): ImageData {
  const image = new ImageData(HATCH_PIXELS, HATCH_PIXELS)
  for (let y = 0; y < HATCH_PIXELS; y++) {
    for (let x = 0; x < HATCH_PIXELS; x++) {
      const isStroke = (x + y) % HATCH_PIXELS < 3
      image.data.set([red, green, blue, isStroke ? 210 : 30], (y * HATCH_PIXELS + x) * 4)
    }
  }
  return image
}
