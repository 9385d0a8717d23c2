import type { Map as MapLibre, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { CarLayer } from './car-layer.ts'
import type { Car, CarState } from './cars.ts'
import { useCars } from './cars-store.ts'

interface Style {
  /** The cars to draw; by default all cars of the store. */
  cars?: ReadonlyMap<number, Car>
  shown: ReadonlySet<CarState>
  selected: number | null
  onPick: (id: number) => void
  /** The car highlighted from another component, such as the list. */
  lit?: number | null
  /** The map follows this car until the user drags it. */
  followed?: number | null
  onDrag?: () => void
}

/** The layer lives as long as the map; positions go from the store to the GPU without rendering React. */
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
      /* A click on a car is not meant for what lies below it. */
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
