import { Button, Skeleton, useComputedColorScheme } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useUser } from '../../../api/session.ts'
import { KeyHint } from '../../../keys/key-hint.tsx'
import { ariaKeys } from '../../../keys/registry.ts'
import { useKey } from '../../../keys/use-key.ts'
import type { Car } from '../../../map/cars/cars.ts'
import { useCars } from '../../../map/cars/cars-store.ts'
import { MapCanvas, type MapHandle } from '../../../map/map-canvas.tsx'
import { useCarsFeed } from '../../../shared/drivers/use-cars-feed.ts'
import { useStands } from '../../../shared/zones/use-stands.ts'
import { fleetMapMessages as messages } from '../../../text/fleet-map-messages.ts'
import { ro } from '../../../text/ro.ts'
import { later } from '../../../ui/later.ts'
import type { FoundAddress } from './find-address.tsx'
import { FleetBar } from './fleet-bar.tsx'
import { changeFleet, useFleetSettings } from './fleet-settings.ts'
import './map-screen.css'
import { NearestCars } from './nearest-cars.tsx'
import { StandCard, StandChips } from './stand-card.tsx'

const CarList = later(() => import('./car-list.tsx').then((m) => m.CarList))
const FleetLayers = later(() => import('./fleet-layers.tsx').then((m) => m.FleetLayers))
const DriverCard = later(() => import('../../../shared/drivers/driver-card.tsx').then((m) => m.DriverCard))

const FOUND_ZOOM = 16
const drawsMaps = document.createElement('canvas').getContext('webgl2') !== null

/** The fleet: a map, and beside it the same cars as a list for the keyboard and the screen reader. */
export function MapScreen() {
  const { driver = null, order } = useSearch({ strict: false })
  const navigate = useNavigate()
  const me = useUser()
  const scheme = useComputedColorScheme('light')
  const settings = useFleetSettings()
  const [standId, setStandId] = useState<number | null>(null)
  const [lit, setLit] = useState<number | null>(null)
  const [followed, setFollowed] = useState<number | null>(null)
  const [address, setAddress] = useState<FoundAddress | null>(null)
  const [map, setMap] = useState<MapHandle | null>(null)
  useCarsFeed()
  const stands = useStands()
  const stand = stands.data?.find(({ id }) => id === standId)
  const showsList = settings.asList || !drawsMaps

  const pick = (id: number | undefined) => {
    if (id !== followed) setFollowed(null)
    void navigate({ to: '.', search: (search) => ({ ...search, driver: id }), replace: true })
  }
  const goTo = (car: Car) => {
    map?.jumpTo({ center: [car.long, car.lat], zoom: Math.max(FOUND_ZOOM, map.getZoom()) })
    pick(car.id)
  }
  const pickNear = (id: number) => {
    const car = useCars.getState().cars.get(id)
    if (car && map && !map.getBounds().contains([car.long, car.lat])) map.jumpTo({ center: [car.long, car.lat] })
    pick(id)
  }
  const toggleFollow = () => {
    if (driver === null) return false
    setFollowed((now) => (now === driver ? null : driver))
  }
  useKey('followCar', toggleFollow)
  useKey('carList', () => changeFleet({ asList: !settings.asList }))

  return (
    <section className="fleet panel" aria-label={ro.map.label}>
      <FleetBar address={address} onAddress={setAddress} onCar={goTo} orderId={order ?? null} />
      <div className="fleet-body">
        {showsList ? (
          <div className="fleet-lists">
            {settings.stands ? <StandChips stands={stands.data ?? []} shown={standId} onShow={setStandId} /> : null}
            <div className="fleet-list">
              <Suspense fallback={<Skeleton height={280} />}>
                <CarList shown={settings.shown} selected={driver} onPick={pickNear} onPoint={setLit} />
              </Suspense>
            </div>
          </div>
        ) : null}
        <div className="fleet-map">
          <MapCanvas
            label={ro.map.label}
            scheme={scheme}
            start={{ lat: me.map.lat, long: me.map.lng, zoom: me.map.zoom }}
          >
            {(made) => (
              <Suspense fallback={null}>
                <FleetLayers
                  map={made}
                  onMap={setMap}
                  stands={stands.data ?? []}
                  standId={standId}
                  onPickStand={setStandId}
                  isDark={scheme === 'dark'}
                  driver={driver}
                  lit={lit}
                  followed={followed}
                  onDrag={() => setFollowed(null)}
                  address={address}
                  orderId={order ?? null}
                  onPick={pick}
                />
              </Suspense>
            )}
          </MapCanvas>
          <div className="fleet-cards">
            {driver === null ? null : (
              <aside className="panel car-card">
                <FollowButton driver={driver} isOn={followed === driver} onToggle={toggleFollow} />
                <Suspense fallback={<Skeleton height={280} />}>
                  <DriverCard id={driver} onClose={() => pick(undefined)} />
                </Suspense>
              </aside>
            )}
            {address && me.permissions.includes('orders.place') ? <NearestCars at={address} onPick={pickNear} /> : null}
          </div>
          {stand && settings.stands ? <StandCard stand={stand} onClose={() => setStandId(null)} /> : null}
        </div>
      </div>
    </section>
  )
}

function FollowButton({ driver, isOn, onToggle }: { driver: number; isOn: boolean; onToggle: () => void }) {
  const isOnMap = useCars((s) => s.cars.has(driver))
  return (
    <Button
      className="follow-button"
      size="compact-xs"
      variant={isOn ? 'filled' : 'default'}
      aria-pressed={isOn}
      aria-keyshortcuts={ariaKeys('followCar')}
      data-disabled={isOnMap ? undefined : true}
      title={isOnMap ? undefined : messages.notOnMap}
      aria-description={isOnMap ? undefined : messages.notOnMap}
      onClick={() => isOnMap && onToggle()}
      rightSection={<KeyHint of="followCar" />}
    >
      {isOn ? messages.following : messages.follow}
    </Button>
  )
}
