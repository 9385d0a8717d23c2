import { useComputedColorScheme } from '@mantine/core'
import { MapCanvas, type MapHandle } from '../../map/map-canvas.tsx'
import { type Pin, usePins } from '../../map/use-pins.ts'
import { incidentMessages as messages } from '../../text/incident-messages.ts'

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
