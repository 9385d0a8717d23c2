import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import type { FeatureCollection, PointGeometry } from '../geojson.ts'
import { prefersReducedMotion } from '../reduced-motion.ts'
import { takeAway } from '../take-away.ts'
import { CAR_COLOURS } from './car-colours.ts'

interface AnonymousCar {
  lat: number
  long: number
  is_busy: boolean
}

/** Cars of consecutive lists cannot be matched, so a movement would be invented; the lists cross-fade instead. */
const FADE_MS = 900
const SIDES = ['live-a', 'live-b'] as const
const IMAGE = { free: 'live-free', busy: 'live-busy' } as const
const SIZE = 52
const STALE_OPACITY = 0.5

/** Cars without identity: a green circle is free, a red square busy. Stale ones have half the opacity. */
export function useAnonymousCars(
  map: MapLibre,
  cars: readonly AnonymousCar[],
  { isStale, scale }: { isStale: boolean; scale: number },
) {
  const shown = useRef<(typeof SIDES)[number]>(SIDES[1])

  useEffect(() => {
    addImages(map)
    for (const side of SIDES) {
      map.addSource(side, { type: 'geojson', data: asGeoJson([]) })
      map.addLayer({
        id: side,
        type: 'symbol',
        source: side,
        layout: {
          'icon-image': ['case', ['get', 'isBusy'], IMAGE.busy, IMAGE.free],
          'icon-size': scale,
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
        },
        paint: { 'icon-opacity': 0, 'icon-opacity-transition': { duration: prefersReducedMotion() ? 0 : FADE_MS } },
      })
    }
    return () => takeAway(map, SIDES, SIDES)
  }, [map, scale])

  useEffect(() => {
    const [next, before] = shown.current === SIDES[0] ? [SIDES[1], SIDES[0]] : SIDES
    shown.current = next
    map.getSource<GeoJSONSource>(next)?.setData(asGeoJson(cars))
    map.setPaintProperty(next, 'icon-opacity', 1)
    map.setPaintProperty(before, 'icon-opacity', 0)
  }, [map, cars])

  useEffect(() => {
    map.setPaintProperty(shown.current, 'icon-opacity', isStale ? STALE_OPACITY : 1)
  }, [map, isStale])
}

function asGeoJson(cars: readonly AnonymousCar[]): FeatureCollection<PointGeometry> {
  return {
    type: 'FeatureCollection',
    features: cars.map(({ lat, long, is_busy }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [long, lat] },
      properties: { isBusy: is_busy },
    })),
  }
}

/** A symbol on a white disc, so that it is visible on a dark map too. */
function addImages(map: MapLibre) {
  for (const state of ['free', 'busy'] as const) {
    const canvas = document.createElement('canvas')
    canvas.width = SIZE
    canvas.height = SIZE
    const context = canvas.getContext('2d')
    if (!context || map.hasImage(IMAGE[state])) continue
    context.fillStyle = '#ffffff'
    disc(context, SIZE / 2 - 2)
    context.lineWidth = 3
    context.strokeStyle = CAR_COLOURS[state]
    context.stroke()
    context.fillStyle = CAR_COLOURS[state]
    if (state === 'free') disc(context, 13)
    else context.fillRect(15, 15, 22, 22)
    map.addImage(IMAGE[state], context.getImageData(0, 0, SIZE, SIZE), { pixelRatio: 2 })
  }
}

function disc(context: CanvasRenderingContext2D, radius: number) {
  context.beginPath()
  context.arc(SIZE / 2, SIZE / 2, radius, 0, Math.PI * 2)
  context.fill()
}
