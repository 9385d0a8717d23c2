import type { Map as MapLibre, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { CarLayer } from './car-layer.ts'
import type { Car, CarState } from './cars.ts'
import { useCars } from './cars-store.ts'

interface Style {
  /** The cars to draw; left out, all that are known. */
  cars?: ReadonlyMap<number, Car>
  shown: ReadonlySet<CarState>
  selected: number | null
  onPick: (id: number) => void
  /** The car a hand points at elsewhere. */
  lit?: number | null
  /** The map goes with this car until a hand drags the map. */
  followed?: number | null
  onDrag?: () => void
}

/** Cars live as long as the map; their positions go from the store to the graphics card, outside React. */
export function useCarsLayer(map: MapLibre, style: Style) {
  const { cars, shown, selected, lit = null, followed = null } = style
  const [layer, setLayer] = useState<CarLayer | null>(null)
  const latest = useRef(style)
  useEffect(() => {
    latest.current = style
  })

  useEffect(() => {
    const made = new CarLayer(map, { shown: latest.current.shown, selected: null, lit: null })
    setLayer(made)
    return () => {
      setLayer(null)
      made.remove()
    }
  }, [map])

  useEffect(() => {
    const takeCars = () => layer?.take(cars ?? useCars.getState().cars)
    takeCars()
    return useCars.subscribe(takeCars)
  }, [layer, cars])

  useEffect(() => layer?.lookLike({ shown, selected, lit }), [layer, shown, selected, lit])
  useEffect(() => layer?.follow(followed), [layer, followed])

  useEffect(() => {
    if (!layer) return
    const onClick = (event: MapMouseEvent) => {
      const id = layer.carAt(event.point)
      if (id === null) return
      // What lies below the car has not been meant.
      event.preventDefault()
      latest.current.onPick(id)
    }
    const onMove = ({ point }: MapMouseEvent) => {
      map.getCanvas().classList.toggle('over-car', layer.carAt(point) !== null)
    }
    const onDrag = () => latest.current.onDrag?.()
    map.on('click', onClick)
    map.on('mousemove', onMove)
    map.on('dragstart', onDrag)
    return () => {
      map.off('click', onClick)
      map.off('mousemove', onMove)
      map.off('dragstart', onDrag)
    }
  }, [map, layer])
}
