import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import type { RingShaper } from './ring-shaper.ts'
import { type Rings, type Spot, snapReach, snapTo } from './snap.ts'

interface Shaping {
  /** Null when nothing is edited. */
  ring: readonly Spot[] | null
  colour: string
  /** Corners and sides that a dragged corner snaps to. */
  magnets: Rings
  onShape: (ring: Spot[]) => void
}

/** The ring's corners can be dragged while there is one; the drawing library is loaded with the first. */
export function useRingShaper(map: MapLibre, { ring, colour, magnets, onShape }: Shaping) {
  const latest = useRef({ ring, colour, magnets, onShape })
  useEffect(() => {
    latest.current = { ring, colour, magnets, onShape }
  })
  const [shaper, setShaper] = useState<RingShaper | null>(null)
  const isOn = ring !== null

  useEffect(() => {
    if (!isOn) return
    let isOver = false
    let made: RingShaper | null = null
    void import('./ring-shaper.ts').then(({ startRingShaper }) => {
      if (isOver || !map.style) return
      made = startRingShaper(map, latest.current.ring ?? [], {
        colour: latest.current.colour,
        snap: (at) => snapTo(at, latest.current.magnets, snapReach(map)),
        onShape: (shaped) => latest.current.onShape(shaped),
      })
      map.getContainer().classList.add('map-shaping')
      setShaper(made)
    })
    return () => {
      isOver = true
      made?.stop()
      map.getContainer().classList.remove('map-shaping')
      setShaper(null)
    }
  }, [map, isOn])

  useEffect(() => shaper?.paint(colour), [shaper, colour])

  useEffect(() => {
    if (ring) shaper?.show(ring)
  }, [shaper, ring])
}
