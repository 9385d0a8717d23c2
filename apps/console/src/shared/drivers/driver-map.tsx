import type { OrderRoute } from '@dispecerat/contract/orders/routes'
import { useComputedColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import { useUser } from '../../api/session.ts'
import { STALE_AFTER_MS } from '../../map/cars/car-age.ts'
import { CAR_STATES, type Car, type CarState } from '../../map/cars/cars.ts'
import { useCars } from '../../map/cars/cars-store.ts'
import { useCarsLayer } from '../../map/cars/use-cars-layer.ts'
import { useFollow } from '../../map/cars/use-follow.ts'
import { useOrderLines } from '../../map/layers/use-order-lines.ts'
import { placePins, usePins } from '../../map/layers/use-pins.ts'
import { MapCanvas, type MapHandle } from '../../map/map-canvas.tsx'
import { serverNow } from '../../ui/now.ts'
import { showDriver } from './driver-card-drawer.tsx'

const ALL: ReadonlySet<CarState> = new Set(CAR_STATES)

interface TrackedCar {
  id: number
  sign: string
  lat: number
  long: number
  isStale: boolean
}

interface Props {
  label: string
  places: Parameters<typeof placePins>[0]
  cars: readonly TrackedCar[]
  to: { lat: number; long: number } | null
  route: OrderRoute | null
  isFollowing: boolean
  stopFollowing: () => void
}

/** A small map that follows drivers and shows the client's places. */
export function DriverMap(props: Props) {
  const { map: start } = useUser()
  const scheme = useComputedColorScheme('light')
  return (
    <MapCanvas label={props.label} scheme={scheme} start={{ lat: start.lat, long: start.lng, zoom: start.zoom }}>
      {(map) => <Layers map={map} {...props} />}
    </MapCanvas>
  )
}

function Layers({ map, places, cars, to, route, isFollowing, stopFollowing }: Props & { map: MapHandle }) {
  const drawn = useMemo(() => new Map(cars.map((car) => [car.id, asCar(car)])), [cars])
  useCarsLayer(map, {
    cars: drawn,
    shown: ALL,
    selected: cars.length === 1 ? (cars[0]?.id ?? null) : null,
    onPick: showDriver,
  })
  const pins = placePins(places)
  usePins(map, pins)
  useOrderLines(map, { trip: route?.route ?? null, approach: route?.to_pickup ?? route?.to_destination ?? null })
  useFollow(map, [...cars, ...(to ? [to] : [])], { isOn: isFollowing, onDrag: stopFollowing })
  return null
}

/** Uses the car of the fleet's map when the position is the same; otherwise builds one from the last report. */
function asCar({ id, sign, lat, long, isStale }: TrackedCar): Car {
  const known = useCars.getState().cars.get(id)
  if (known && known.lat === lat && known.long === long) return known
  const measuredAt = serverNow() - (isStale ? STALE_AFTER_MS + 1000 : 0)
  const isSimulated = known?.isSimulated ?? false
  return { id, sign, lat, long, heading: null, state: known?.state ?? 'busy', ban: null, measuredAt, isSimulated }
}
