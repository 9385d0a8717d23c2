import type { PlaceView } from '@dispecerat/contract/order-shapes'
import { placeLetter } from '@dispecerat/domain/order'
import { useComputedColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useUser } from '../api/session.ts'
import { CAR_STATES, type CarState } from '../map/cars.ts'
import { MapCanvas, type MapHandle } from '../map/map-canvas.tsx'
import { useCarsLayer } from '../map/use-cars-layer.ts'
import { useLookAtCar } from '../map/use-look-at-car.ts'
import { type Pin, usePins } from '../map/use-pins.ts'
import { ro } from '../text/ro.ts'
import { useCarsFeed } from './use-cars-feed.ts'

const ALL: ReadonlySet<CarState> = new Set(CAR_STATES)

export function pinsOf(places: readonly PlaceView[]): Pin[] {
  return places.map((place, index) => ({
    letter: placeLetter(index),
    title: place.name,
    lat: place.lat,
    long: place.long,
  }))
}

/** The small map beside an order: its lettered places and the cars around them, the assigned one marked. */
export function PickupMap({
  orderId,
  places,
  driverId,
}: {
  orderId: number
  places: readonly PlaceView[]
  driverId: number | null
}) {
  const { map: start } = useUser()
  const scheme = useComputedColorScheme('light')
  useCarsFeed()
  return (
    <div className="panel" style={{ height: 260, flex: '0 0 260px', overflow: 'hidden' }}>
      <MapCanvas label={ro.map.label} scheme={scheme} start={{ lat: start.lat, long: start.lng, zoom: start.zoom }}>
        {(map) => <PickupLayers map={map} orderId={orderId} pins={pinsOf(places)} driverId={driverId} />}
      </MapCanvas>
    </div>
  )
}

function PickupLayers({
  map,
  orderId,
  pins,
  driverId,
}: {
  map: MapHandle
  orderId: number
  pins: Pin[]
  driverId: number | null
}) {
  const navigate = useNavigate()
  useCarsLayer(map, {
    shown: ALL,
    selected: driverId,
    onPick: (driver) => void navigate({ to: '/operator/map', search: { driver, order: orderId } }),
  })
  usePins(map, pins)
  useLookAtCar(map, driverId, pins)
  return null
}
