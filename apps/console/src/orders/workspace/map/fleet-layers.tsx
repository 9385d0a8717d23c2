import type { Stand } from '@dispecerat/contract/fleet/stands'
import { readOrder } from '@dispecerat/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { request } from '../../../api/request.ts'
import { useCarsLayer } from '../../../map/cars/use-cars-layer.ts'
import { useFlyToCar } from '../../../map/cars/use-fly-to-car.ts'
import { useCompanyCircles } from '../../../map/layers/use-company-circles.ts'
import { useOrderLines } from '../../../map/layers/use-order-lines.ts'
import { placePins, usePins } from '../../../map/layers/use-pins.ts'
import { useStandsLayer } from '../../../map/layers/use-stands-layer.ts'
import { useWaitingPins } from '../../../map/layers/use-waiting-pins.ts'
import type { ZoneShape } from '../../../map/layers/use-zones-layer.ts'
import type { MapHandle } from '../../../map/map-canvas.tsx'
import { useMapKeys } from '../../../map/use-map-keys.ts'
import { useMyCompanies } from '../../../shared/companies/use-my-companies.ts'
import { useOrderRoute } from '../../../shared/orders/use-order-route.ts'
import { useWaitingOrders } from '../../../shared/orders/use-waiting-orders.ts'
import { useWorkspace } from '../../../shared/workspace/workspace.ts'
import { standOnMap } from '../../../shared/zones/stand-on-map.ts'
import { useZones } from '../../../shared/zones/use-zones.ts'
import { useZonesOnMap } from '../../../shared/zones/use-zones-on-map.ts'
import { fleetMapMessages as messages } from '../../../text/fleet-map-messages.ts'
import { millisOf } from '../../../text/format.ts'
import { useNow } from '../../../ui/now.ts'
import type { FoundAddress } from './find-address.tsx'
import { useFleetSettings } from './fleet-settings.ts'
import { useMapHandle } from './use-map-handle.ts'

const NO_ZONES: ZoneShape[] = []

interface Props {
  map: MapHandle
  onMap: (map: MapHandle | null) => void
  stands: readonly Stand[]
  standId: number | null
  onPickStand: (id: number) => void
  isDark: boolean
  driver: number | null
  lit: number | null
  followed: number | null
  onDrag: () => void
  address: FoundAddress | null
  orderId: number | null
  onPick: (id: number) => void
}

/** All layers of the fleet map, with the cars on top. */
export function FleetLayers(props: Props) {
  const { map, onMap, stands, isDark, driver, lit, followed, address, orderId } = props
  const { zones, stands: standsShown, shown } = useFleetSettings()
  const zoneShapes = useZones().data ?? NO_ZONES
  const standsOnMap = useMemo(() => stands.filter(({ is_active }) => is_active).map(standOnMap), [stands])
  useCarsLayer(map, { shown, selected: driver, lit, followed, onPick: props.onPick, onDrag: props.onDrag })
  useStandsLayer(map, standsOnMap, {
    isShown: standsShown,
    isDark,
    selected: props.standId,
    onPick: props.onPickStand,
  })
  useZonesOnMap(map, zoneShapes, { isShown: zones, isDark })
  useCompanyCircles(map, useMyCompanies(), isDark)
  usePins(map, address ? [{ letter: '◎', title: address.name, lat: address.lat, long: address.long }] : [])
  useWaiting(map, orderId)
  useOrder(map, orderId, driver)
  useMapKeys(map)
  useMapHandle(map, onMap)
  return null
}

function useOrder(map: MapHandle, orderId: number | null, driver: number | null) {
  /* Only the car in the URL moves the map; a clicked car is in view already. */
  const [firstDriver] = useState(driver)
  const order = useQuery({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) => request(readOrder, { params: { id: orderId ?? 0 } }, { signal }),
    enabled: orderId !== null,
  })
  const route = useOrderRoute(orderId)
  const pins = placePins(order.data?.data.places ?? [])
  usePins(map, pins)
  useFlyToCar(map, firstDriver, pins)
  useOrderLines(map, { trip: route?.route ?? null, approach: route?.to_pickup ?? route?.to_destination ?? null })
}

/** The open order has pins of its own. */
function useWaiting(map: MapHandle, orderId: number | null) {
  const navigate = useNavigate()
  const { orderPath } = useWorkspace()
  const isShown = useFleetSettings((s) => s.waiting)
  const waiting = useWaitingOrders(isShown)
  const minute = useNow(({ now }) => Math.floor(now / 60_000))
  const pins = useMemo(
    () =>
      (isShown ? (waiting.data?.data ?? []) : [])
        .filter(({ id }) => id !== orderId)
        .map(({ id, lat, long, name, waiting_since }) => {
          const minutes = Math.max(0, Math.floor(minute - millisOf(waiting_since) / 60_000))
          return { id, lat, long, minutes, title: messages.waitingOrder(id, name, minutes) }
        }),
    [isShown, waiting.data, orderId, minute],
  )
  useWaitingPins(
    map,
    pins,
    (id) => void navigate({ to: orderPath, params: { id: String(id) }, search: ({ tab, q }) => ({ tab, q }) }),
  )
}
