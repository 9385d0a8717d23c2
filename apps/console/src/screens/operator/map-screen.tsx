import { readOrder } from '@dispecerat/contract/orders'
import { listPolygons } from '@dispecerat/contract/zones'
import { Switch, TextInput, useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { CAR_STATES, type CarState } from '../../map/cars.ts'
import { useCars } from '../../map/cars-store.ts'
import { MapCanvas, type MapHandle } from '../../map/map-canvas.tsx'
import { useCarsLayer } from '../../map/use-cars-layer.ts'
import { useCompanyCircle } from '../../map/use-company-circle.ts'
import { useLookAtCar } from '../../map/use-look-at-car.ts'
import { usePins } from '../../map/use-pins.ts'
import { useZonesLayer, type ZoneShape } from '../../map/use-zones-layer.ts'
import { pinsOf } from '../../parts/pickup-map.tsx'
import { useCarsFeed } from '../../parts/use-cars-feed.ts'
import { ro } from '../../text/ro.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { toast } from '../../ui/toast.ts'
import { CarLegend } from './car-legend.tsx'
import { CarList } from './car-list.tsx'
import { DriverCardPanel } from './driver-card.tsx'
import './map-screen.css'
import { useMapHandle } from './use-map-handle.ts'

const route = getRouteApi('/app/operator/map')
const NO_ZONES: ZoneShape[] = []
const FOUND_ZOOM = 16

/** The fleet: a map for the eye, the same cars as a list for the keyboard and the screen reader. */
export function MapScreen() {
  const { driver = null, order } = route.useSearch()
  const navigate = route.useNavigate()
  const me = useUser()
  const scheme = useComputedColorScheme('light')
  const [shown, setShown] = useState<ReadonlySet<CarState>>(() => new Set(CAR_STATES))
  const [zonesShown, setZonesShown] = useState(true)
  const [asList, setAsList] = useState(false)
  const [map, setMap] = useState<MapHandle | null>(null)
  useCarsFeed()
  const zones = useQuery({
    queryKey: ['polygons'],
    queryFn: ({ signal }) => call(listPolygons, {}, { signal }),
    staleTime: 5 * 60_000,
  })

  const pick = (id: number | undefined) => void navigate({ search: (kept) => ({ ...kept, driver: id }), replace: true })
  const find = (sign: string) => {
    const car = [...useCars.getState().cars.values()].find((one) => one.sign === sign.trim())
    if (!car) {
      toast.bad(ro.map.notFound(sign), { ms: 3000 })
      return
    }
    map?.jumpTo({ center: [car.long, car.lat], zoom: FOUND_ZOOM })
    pick(car.id)
  }
  return (
    <section className="fleet panel" aria-label={ro.map.label}>
      <div className="fleet-bar">
        <FindSign onFind={find} />
        <Switch
          size="sm"
          label={ro.map.zones}
          checked={zonesShown}
          onChange={(event) => setZonesShown(event.currentTarget.checked)}
        />
        <Switch
          size="sm"
          label={ro.map.asList}
          checked={asList}
          onChange={(event) => setAsList(event.currentTarget.checked)}
        />
        <CarLegend shown={shown} onChange={setShown} />
        {order === undefined ? null : (
          <LinkButton
            to="/operator/order/$id"
            params={{ id: String(order) }}
            search={({ tab, q }) => ({ tab, q })}
            size="compact-sm"
            variant="default"
          >
            {ro.map.backToOrder}
          </LinkButton>
        )}
      </div>
      <div className={asList ? 'fleet-body fleet-as-list' : 'fleet-body'}>
        {asList ? (
          <CarList shown={shown} selected={driver} onPick={pick} />
        ) : (
          <MapCanvas
            label={ro.map.label}
            scheme={scheme}
            start={{ lat: me.map.lat, long: me.map.lng, zoom: me.map.zoom }}
          >
            {(made) => (
              <FleetLayers
                map={made}
                onMap={setMap}
                zones={zones.data ?? NO_ZONES}
                zonesShown={zonesShown}
                isDark={scheme === 'dark'}
                shown={shown}
                driver={driver}
                orderId={order ?? null}
                onPick={pick}
              />
            )}
          </MapCanvas>
        )}
        {driver === null ? null : (
          <DriverCardPanel id={driver} zones={zones.data ?? NO_ZONES} onClose={() => pick(undefined)} />
        )}
      </div>
    </section>
  )
}

function FindSign({ onFind }: { onFind: (sign: string) => void }) {
  const [sign, setSign] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sign.trim() !== '') onFind(sign)
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        w={100}
        aria-label={ro.map.search}
        placeholder={ro.map.search}
        value={sign}
        onChange={(event) => setSign(event.currentTarget.value)}
      />
    </form>
  )
}

interface LayersProps {
  map: MapHandle
  onMap: (map: MapHandle | null) => void
  zones: ZoneShape[]
  zonesShown: boolean
  isDark: boolean
  shown: ReadonlySet<CarState>
  driver: number | null
  orderId: number | null
  onPick: (id: number) => void
}

function FleetLayers({ map, onMap, zones, zonesShown, isDark, shown, driver, orderId, onPick }: LayersProps) {
  const me = useUser()
  // Only the car the address named moves the map; one that is clicked is in view already.
  const [firstDriver] = useState(driver)
  const home = me.companies.find((company) => company.lat !== null)
  const order = useQuery({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) => call(readOrder, { params: { id: orderId ?? 0 } }, { signal }),
    enabled: orderId !== null,
  })
  useCarsLayer(map, { shown, selected: driver, onPick })
  useZonesLayer(map, zones, zonesShown, isDark)
  useCompanyCircle(map, home?.lat != null && home.lng != null ? { lat: home.lat, lng: home.lng } : null)
  const pins = pinsOf(order.data?.data.places ?? [])
  usePins(map, pins)
  useLookAtCar(map, firstDriver, pins)
  useMapHandle(map, onMap)
  return null
}
