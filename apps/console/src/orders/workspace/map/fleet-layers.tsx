import type { Stand } from '@dispecerat/contract/fleet/stands'
import { listWaitingOrders } from '@dispecerat/contract/orders/order-lists'
import { readOrder } from '@dispecerat/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { invalidate, useEndpointQuery } from '../../../api/endpoint-query.ts'
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
import { FALLBACK_MS, useFallbackInterval } from '../../../realtime/net-state.ts'
import { useLive, useResync } from '../../../realtime/use-live.ts'
import { useMyCompanies } from '../../../shared/companies/use-my-companies.ts'
import { useOrderRoute } from '../../../shared/orders/use-order-route.ts'
import { useWorkspace } from '../../../shared/workspace/workspace.ts'
import { standOnMap } from '../../../shared/zones/stand-on-map.ts'
import { useZones } from '../../../shared/zones/use-zones.ts'
import { useZonesOnMap } from '../../../shared/zones/use-zones-on-map.ts'
import { fleetMapMessages as messages } from '../../../text/fleet-map-messages.ts'
import { millisOf } from '../../../text/format.ts'
import { useNow } from '../../../ui/now.ts'
import type { FoundAddress } from './find-address.tsx'
import { useFleetSettings } from './fleet-settings.ts'

/** Limits refetches during a burst of changes. */
const MIN_INTERVAL_MS = 1000
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
  const order = useEndpointQuery(readOrder, { params: { id: orderId ?? 0 } }, { enabled: orderId !== null })
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

/** Passes the mounted map to the tools around it, and null when it unmounts. */
function useMapHandle<Handle>(map: Handle, onMap: (map: Handle | null) => void) {
  useEffect(() => {
    onMap(map)
    return () => onMap(null)
  }, [map, onMap])
}

/** Pickup points of orders without a driver; refetched when an order changes. */
function useWaitingOrders(isWanted: boolean) {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const again = () => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      void invalidate(cache, listWaitingOrders)
    }, MIN_INTERVAL_MS)
  }
  useEffect(() => () => clearTimeout(timer.current ?? undefined), [])
  useLive('live_orders_updated', again)
  useLive('remove_live_order', again)
  useResync(again)
  const every = useFallbackInterval(FALLBACK_MS.lists)
  return useEndpointQuery(listWaitingOrders, {}, { enabled: isWanted, refetchInterval: isWanted ? every : false })
}
