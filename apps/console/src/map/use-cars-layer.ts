import type {
  DataDrivenPropertyValueSpecification,
  GeoJSONSource,
  MapLayerMouseEvent,
  Map as MapLibre,
} from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { serverNow } from '../ui/now.ts'
import { addCarImages, CAR_COLOURS } from './car-images.ts'
import { type CarState, carsAsGeoJson } from './cars.ts'
import { useCars } from './cars-store.ts'

const SOURCE = 'cars'
const fade: DataDrivenPropertyValueSpecification<number> = ['case', ['get', 'stale'], 0.5, 1]
const stateColour: DataDrivenPropertyValueSpecification<string> = [
  'match',
  ['get', 'state'],
  'busy',
  CAR_COLOURS.busy,
  'paused',
  CAR_COLOURS.paused,
  'banned',
  CAR_COLOURS.banned,
  CAR_COLOURS.free,
]

/** Two effects, two speeds: the layers live as long as the map, the data change with every frame, outside React. */
export function useCarsLayer(
  map: MapLibre,
  { shown, selected, onPick }: { shown: ReadonlySet<CarState>; selected: number | null; onPick: (id: number) => void },
) {
  const pick = useRef(onPick)
  useEffect(() => {
    pick.current = onPick
  })

  useEffect(() => {
    addCarImages(map)
    map.addSource(SOURCE, { type: 'geojson', data: carsAsGeoJson([], new Set(), 0) })
    addLayers(map)
    const onClick = (event: MapLayerMouseEvent) => {
      const id = event.features?.[0]?.properties.id
      if (typeof id === 'number') pick.current(id)
    }
    const point = (cursor: string) => () => {
      map.getCanvas().style.cursor = cursor
    }
    const enter = point('pointer')
    const leave = point('')
    map.on('click', 'cars-disc', onClick)
    map.on('mouseenter', 'cars-disc', enter)
    map.on('mouseleave', 'cars-disc', leave)
    return () => {
      map.off('click', 'cars-disc', onClick)
      map.off('mouseenter', 'cars-disc', enter)
      map.off('mouseleave', 'cars-disc', leave)
    }
  }, [map])

  useEffect(() => {
    const draw = () => {
      const now = serverNow()
      map.getSource<GeoJSONSource>(SOURCE)?.setData(carsAsGeoJson(useCars.getState().cars.values(), shown, now))
    }
    draw()
    return useCars.subscribe(draw)
  }, [map, shown])

  useEffect(() => {
    map.setFilter('cars-selected', ['==', ['get', 'id'], selected ?? -1])
  }, [map, selected])
}

function addLayers(map: MapLibre) {
  map.addLayer({
    id: 'cars-selected',
    type: 'circle',
    source: SOURCE,
    filter: ['==', ['get', 'id'], -1],
    paint: { 'circle-radius': 19, 'circle-color': '#1c7ed6', 'circle-opacity': 0.45 },
  })
  map.addLayer({
    id: 'cars-disc',
    type: 'circle',
    source: SOURCE,
    paint: {
      'circle-radius': 11,
      'circle-color': '#ffffff',
      'circle-opacity': fade,
      'circle-stroke-width': 2,
      'circle-stroke-color': stateColour,
      'circle-stroke-opacity': fade,
    },
  })
  map.addLayer({
    id: 'cars-sign',
    type: 'symbol',
    source: SOURCE,
    layout: {
      'icon-image': ['concat', 'car-', ['get', 'state']],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'text-field': ['get', 'sign'],
      'text-size': 12,
      'text-offset': [0, 1.35],
      'text-anchor': 'top',
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: {
      'icon-opacity': fade,
      'text-opacity': fade,
      'text-color': '#111111',
      'text-halo-color': '#ffffff',
      'text-halo-width': 2,
    },
  })
}
