import type { OrderRoute } from '@dispecerat/contract/orders/routes'
import { useComputedColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useUser } from '../../api/session.ts'
import './pickup-map.css'
import { CAR_STATES, type CarState } from '../../map/cars/cars.ts'
import { useCarsLayer } from '../../map/cars/use-cars-layer.ts'
import { useFlyToCar } from '../../map/cars/use-fly-to-car.ts'
import { useOrderLines } from '../../map/layers/use-order-lines.ts'
import { type Pin, placePins, usePins } from '../../map/layers/use-pins.ts'
import { MapCanvas, type MapHandle } from '../../map/map-canvas.tsx'
import { fleetMapMessages } from '../../text/fleet-map-messages.ts'
import { distance } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { showDriver } from '../drivers/driver-card-drawer.tsx'
import { useCarsFeed } from '../drivers/use-cars-feed.ts'
import { useOrderRoute } from '../orders/use-order-route.ts'

const ALL: ReadonlySet<CarState> = new Set(CAR_STATES)

interface Props {
  /** Null when the order is not saved yet and so has no route. */
  orderId: number | null
  /** An entry without coordinates is null. */
  places: Parameters<typeof placePins>[0]
  driverId: number | null
}

/** The small map of an order: its lettered places and the cars around them, with the assigned one marked. */
export function PickupMap({ orderId, places, driverId }: Props) {
  const { map: start } = useUser()
  const scheme = useComputedColorScheme('light')
  useCarsFeed()
  const route = useOrderRoute(orderId)
  return (
    <div className="panel pickup-map">
      <div className="pickup-map-place">
        <MapCanvas label={ro.map.label} scheme={scheme} start={{ lat: start.lat, long: start.lng, zoom: start.zoom }}>
          {(map) => (
            <PickupLayers map={map} orderId={orderId} pins={placePins(places)} driverId={driverId} route={route} />
          )}
        </MapCanvas>
      </div>
      {route ? <Ways route={route} /> : null}
    </div>
  )
}

/** The routes on the map as text; an estimate is marked as such. */
function Ways({ route }: { route: OrderRoute }) {
  const ways = [
    [fleetMapMessages.toPickup, route.to_pickup],
    [fleetMapMessages.toDestination, route.to_destination],
    [fleetMapMessages.route, route.route],
  ] as const
  return (
    <ul className="pickup-ways small digits">
      {ways.map(([label, way]) =>
        way ? (
          <li key={label}>
            {label}:{' '}
            {fleetMapMessages.way(distance(way.metres), Math.max(1, Math.round(way.seconds / 60)), way.is_guess)}
            {way.is_guess ? ` · ${fleetMapMessages.estimated}` : ''}
          </li>
        ) : null,
      )}
    </ul>
  )
}

function PickupLayers({
  map,
  orderId,
  pins,
  driverId,
  route,
}: Omit<Props, 'places'> & {
  map: MapHandle
  pins: Pin[]
  route: OrderRoute | null
}) {
  const navigate = useNavigate()
  useCarsLayer(map, {
    shown: ALL,
    selected: driverId,
    onPick: (driver) => {
      if (orderId === null) showDriver(driver)
      else void navigate({ to: '/operator/map', search: { driver, order: orderId } })
    },
  })
  usePins(map, pins)
  useFlyToCar(map, driverId, pins)
  useOrderLines(map, { trip: route?.route ?? null, approach: route?.to_pickup ?? route?.to_destination ?? null })
  return null
}
