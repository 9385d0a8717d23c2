import type { Polygon } from '@dispecerat/contract/geography/zones'
import { useComputedColorScheme } from '@mantine/core'
import { useUser } from '../../api/session.ts'
import { useZonePopup } from '../../map/layers/use-zone-popup.ts'
import { MapCanvas, type MapHandle } from '../../map/map-canvas.tsx'
import { useFlyTo } from '../../map/use-fly-to.ts'
import { useZonesOnMap } from '../../shared/zones/use-zones-on-map.ts'
import { dashboardMessages as messages } from './dashboard-messages.ts'

/** Shows the whole town; a map of the country keeps its zoom. */
const TOWN_ZOOM = 11

interface Props {
  zones: readonly Polygon[]
  picked: number | null
  onPick: (zoneId: number | null) => void
}

/** Starts at the company's position; for users who see every company, at the whole country. */
export function CoverageMap({ zones, picked, onPick }: Props) {
  const { map } = useUser()
  const scheme = useComputedColorScheme('light')
  return (
    <MapCanvas
      label={messages.coverageMap}
      scheme={scheme}
      start={{ lat: map.lat, long: map.lng, zoom: Math.min(map.zoom, TOWN_ZOOM) }}
    >
      {(made) => <Layers map={made} isDark={scheme === 'dark'} zones={zones} picked={picked} onPick={onPick} />}
    </MapCanvas>
  )
}

function Layers({ map, isDark, zones, picked, onPick }: Props & { map: MapHandle; isDark: boolean }) {
  const zone = zones.find(({ id }) => id === picked)
  useZonesOnMap(map, zones, { isDark, chosen: picked })
  useZonePopup(map, zones, zone ?? null, onPick)
  useFlyTo(map, zone ? `zone ${zone.id}` : null, zone?.paths ?? [])
  return null
}
