import { ringSquareMetres } from '@dispecerat/domain/geography/zone'
import { type MapLayerMouseEvent, type Map as MapLibre, Popup } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { middle, type ZoneShape } from './use-zones-layer.ts'

/**
 * A click on the map selects the zone that a car there would belong to: of several the smallest. A click on a stand
 * selects the stand.
 */
export function useZoneClick(map: MapLibre, zones: readonly ZoneShape[], isOn: boolean, onPick: (id: number) => void) {
  const pick = useRef(onPick)
  useEffect(() => {
    pick.current = onPick
  })
  const known = useRef(zones)
  useEffect(() => {
    known.current = zones
  })

  useEffect(() => {
    if (!isOn) return
    const onClick = (event: MapLayerMouseEvent) => {
      if (event.defaultPrevented || isOnStand(map, event)) return
      const ids = new Set(event.features?.map(({ properties }) => properties.id as unknown))
      const [smallest] = known.current
        .filter(({ id }) => ids.has(id))
        .sort((a, b) => ringSquareMetres(a.paths) - ringSquareMetres(b.paths) || a.id - b.id)
      if (smallest) pick.current(smallest.id)
    }
    const enter = () => {
      map.getCanvas().style.cursor = 'pointer'
    }
    const leave = () => {
      map.getCanvas().style.cursor = ''
    }
    map.on('click', 'zones-fill', onClick)
    map.on('mouseenter', 'zones-fill', enter)
    map.on('mouseleave', 'zones-fill', leave)
    return () => {
      leave()
      map.off('click', 'zones-fill', onClick)
      map.off('mouseenter', 'zones-fill', enter)
      map.off('mouseleave', 'zones-fill', leave)
    }
  }, [map, isOn])
}

function isOnStand(map: MapLibre, { point }: MapLayerMouseEvent): boolean {
  return (
    map.getLayer('stands-dot') !== undefined && map.queryRenderedFeatures(point, { layers: ['stands-dot'] }).length > 0
  )
}

/** Shows the selected zone's name in a popup; closing it clears the selection. */
export function useZonePopup(
  map: MapLibre,
  zones: readonly ZoneShape[],
  picked: ZoneShape | null,
  onPick: (zoneId: number | null) => void,
) {
  const pick = useRef(onPick)
  useEffect(() => {
    pick.current = onPick
  })
  useZoneClick(map, zones, true, onPick)

  useEffect(() => {
    if (picked === null) return
    const name = document.createElement('strong')
    name.textContent = picked.name
    const popup = new Popup({ closeOnClick: false, focusAfterOpen: false, className: 'zone-popup' })
      .setLngLat(middle(picked.paths))
      .setDOMContent(name)
      .addTo(map)
    let isGoing = false
    popup.on('close', () => {
      if (!isGoing) pick.current(null)
    })
    return () => {
      isGoing = true
      popup.remove()
    }
  }, [map, picked])
}
