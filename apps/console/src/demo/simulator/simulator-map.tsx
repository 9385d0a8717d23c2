import type { SimulatorCompany } from '@dispecerat/contract/demo/simulator'
import { useComputedColorScheme } from '@mantine/core'
import { Suspense, useEffect } from 'react'
import { CAR_STATES, type Car, type CarState } from '../../map/cars/cars.ts'
import { useCars } from '../../map/cars/cars-store.ts'
import { useCarsLayer } from '../../map/cars/use-cars-layer.ts'
import type { ZoneShape } from '../../map/layers/use-zones-layer.ts'
import { MapCanvas, type MapHandle } from '../../map/map-canvas.tsx'
import { useZones } from '../../shared/zones/use-zones.ts'
import { useZonesOnMap } from '../../shared/zones/use-zones-on-map.ts'
import { later } from '../../ui/later.ts'
import { serverNow } from '../../ui/now.ts'
import { useInterval } from '../../ui/use-interval.ts'
import { simulatorMessages as messages } from '../simulator-messages.ts'
import { onTheRoad } from './garage.ts'
import { carStateOf } from './row-of.ts'
import { select, useSimulator } from './simulator-store.ts'

const ZonesOnMap = later(() => import('../../shared/zones/zones-on-map.tsx').then((m) => m.ZonesOnMap))

const ALL_STATES: ReadonlySet<CarState> = new Set(CAR_STATES)
const TOWN_ZOOM = 13
const NO_ZONES: ZoneShape[] = []
const MOVES_EVERY_MS = 1000

/** The simulated cars at their computed positions, which the server receives only every five seconds. */
export function SimulatorMap({ company }: { company: SimulatorCompany }) {
  const scheme = useComputedColorScheme('light')
  useInterval(moveCars, MOVES_EVERY_MS)
  useEffect(() => clearCars, [])
  return (
    <section className="panel simulator-map" aria-label={messages.map}>
      <MapCanvas
        key={company.id}
        label={messages.map}
        scheme={scheme}
        start={{ lat: company.at.lat, long: company.at.long, zoom: TOWN_ZOOM }}
      >
        {(map) => <Layers map={map} isDark={scheme === 'dark'} />}
      </MapCanvas>
      <div className="simulator-zones">
        <Suspense fallback={null}>
          <ZonesOnMap />
        </Suspense>
      </div>
    </section>
  )
}

function Layers({ map, isDark }: { map: MapHandle; isDark: boolean }) {
  const selected = useSimulator((s) => s.selected)
  const zones = useZones().data ?? NO_ZONES
  useCarsLayer(map, { shown: ALL_STATES, selected, onPick: select })
  useZonesOnMap(map, zones, { isDark })
  return null
}

function moveCars() {
  const now = serverNow()
  const cars = onTheRoad().flatMap(({ row, at }): Car[] => {
    const state = carStateOf(row.state)
    return state
      ? [{ id: row.id, sign: row.sign, ...at, heading: null, state, ban: null, measuredAt: now, isSimulated: true }]
      : []
  })
  useCars.setState({ cars: new Map(cars.map((car) => [car.id, car])), updatedAt: now })
}

/** Clears simulated cars before the fleet's own map uses the store. */
function clearCars() {
  useCars.setState({ cars: new Map(), updatedAt: null })
}
