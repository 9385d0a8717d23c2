import { Button, useComputedColorScheme } from '@mantine/core'
import { useState } from 'react'
import { useUser } from '../../api/session.ts'
import { useDragHandle } from '../../map/drawing/use-drag-handle.ts'
import { useMapClick } from '../../map/drawing/use-map-click.ts'
import { MapCanvas, type MapHandle } from '../../map/map-canvas.tsx'
import { useFlyTo } from '../../map/use-fly-to.ts'
import { pointMessages as messages } from './company-admin-messages.ts'
import { PlaceInput } from './place-input.tsx'
import './point-on-map.css'

export interface MapPoint {
  lat: number
  long: number
}

interface Props {
  point: MapPoint | null
  error?: string | undefined
  /** `name` is set for a place found by an address search. */
  onMove: (point: MapPoint, name?: string) => void
  onDrop?: () => void
}

const ZOOM = 15
/** Six decimals of a degree are about 11 cm. */
const DECIMALS = 1e6

/** A position shown with a pin: found by an address search, set by the mouse, moved by the arrow keys. */
export function PointOnMap({ point, error, onMove, onDrop }: Props) {
  const { map } = useUser()
  const scheme = useComputedColorScheme('light')
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<MapPoint | null>(null)
  const [start] = useState(() =>
    point ? { ...point, zoom: ZOOM } : { lat: map.lat, long: map.lng, zoom: Math.min(map.zoom, ZOOM) },
  )
  return (
    <div className="point-on-map wide">
      <PlaceInput
        label={messages.search}
        value={typed}
        isResolved={found !== null}
        error={error}
        onType={(text) => {
          setTyped(text)
          setFound(null)
        }}
        onChoose={({ name, lat, long }) => {
          setTyped(name)
          setFound({ lat, long })
          onMove({ lat, long }, name)
        }}
      />
      <p className="small dim">{messages.hint}</p>
      <div className="point-map">
        <MapCanvas label={messages.map} scheme={scheme} start={start}>
          {(made) => <PinLayer map={made} point={point} found={found} onMove={onMove} />}
        </MapCanvas>
      </div>
      <div className="point-line">
        <p className="small dim" role="status">
          {point ? `${point.lat.toFixed(5)}, ${point.long.toFixed(5)}` : messages.none}
        </p>
        {point && onDrop ? (
          <Button size="compact-xs" variant="default" onClick={onDrop}>
            {messages.drop}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function PinLayer({
  map,
  point,
  found,
  onMove,
}: {
  map: MapHandle
  point: MapPoint | null
  found: MapPoint | null
  onMove: Props['onMove']
}) {
  useMapClick(map, true, onMove)
  useDragHandle(map, point, { label: messages.pin, onMove })
  useFlyTo(map, found ? `${found.lat},${found.long}` : null, found ? [found] : [])
  const toMiddle = () => {
    const { lat, lng } = map.getCenter()
    onMove({ lat: Math.round(lat * DECIMALS) / DECIMALS, long: Math.round(lng * DECIMALS) / DECIMALS })
  }
  return (
    <Button className="point-middle" size="compact-xs" variant="default" onClick={toMiddle}>
      {messages.toMiddle}
    </Button>
  )
}
