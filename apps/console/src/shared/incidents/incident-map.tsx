import { useComputedColorScheme } from '@mantine/core'
import { type Pin, usePins } from '../../map/layers/use-pins.ts'
import { MapCanvas, type MapHandle } from '../../map/map-canvas.tsx'
import { incidentMessages as messages } from './incident-messages.ts'

export function IncidentMap({ pin }: { pin: Pin }) {
  const scheme = useComputedColorScheme('light')
  return (
    <MapCanvas label={messages.map} scheme={scheme} start={{ lat: pin.lat, long: pin.long, zoom: 15 }}>
      {(map) => <PinLayer map={map} pin={pin} />}
    </MapCanvas>
  )
}

function PinLayer({ map, pin }: { map: MapHandle; pin: Pin }) {
  usePins(map, [pin])
  return null
}
