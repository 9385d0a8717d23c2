import { useComputedColorScheme } from '@mantine/core'
import { useState } from 'react'
import { useUser } from '../../api/session.ts'
import { useHeatLayer } from '../../map/layers/use-heat-layer.ts'
import { MapCanvas, type MapHandle } from '../../map/map-canvas.tsx'
import { useFlyTo } from '../../map/use-fly-to.ts'
import { heatMessages as messages } from '../../shared/reports/heat-messages.ts'

interface Cell {
  lat: number
  long: number
  orders: number
}

/** A zoom that shows the whole town. */
const TOWN_ZOOM = 12
/** Users who see every company start with the whole country, and the view then moves to the orders. */
const TOO_FAR_ZOOM = 9
const BUSIEST = 100

export function HeatMap({ cells }: { cells: readonly Cell[] }) {
  const { map } = useUser()
  const scheme = useComputedColorScheme('light')
  const isFar = map.zoom < TOO_FAR_ZOOM
  return (
    <MapCanvas
      label={messages.map}
      scheme={scheme}
      start={{ lat: map.lat, long: map.lng, zoom: Math.min(map.zoom, TOWN_ZOOM) }}
    >
      {(made) => <Heat map={made} cells={cells} isDark={scheme === 'dark'} isFar={isFar} />}
    </MapCanvas>
  )
}

function Heat({
  map,
  cells,
  isDark,
  isFar,
}: {
  map: MapHandle
  cells: readonly Cell[]
  isDark: boolean
  isFar: boolean
}) {
  useHeatLayer(map, cells, isDark)
  const [busiest] = useState(() => cells.slice(0, BUSIEST))
  useFlyTo(map, isFar && busiest.length > 0 ? 'heat' : null, busiest)
  return null
}
