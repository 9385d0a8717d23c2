import { type MapLayerMouseEvent, type Map as MapLibre, Popup } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { middle, type ZoneShape } from './use-zones-layer.ts'

/** A click on a zone picks it; the picked one bears its name in a popup, which takes the pick back when it is closed. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: the layer is made anew with the zones
  useEffect(() => {
    const onClick = (event: MapLayerMouseEvent) => {
      if (event.defaultPrevented) return
      const id = event.features?.[0]?.properties.id
      if (typeof id === 'number') pick.current(id)
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
      map.off('click', 'zones-fill', onClick)
      map.off('mouseenter', 'zones-fill', enter)
      map.off('mouseleave', 'zones-fill', leave)
    }
  }, [map, zones])

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
