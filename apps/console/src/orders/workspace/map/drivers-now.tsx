import { CAR_STATES, type CarState } from '../../../map/cars/cars.ts'
import { useCars } from '../../../map/cars/cars-store.ts'
import { showDriver } from '../../../shared/drivers/driver-card-drawer.tsx'
import { useCarsFeed } from '../../../shared/drivers/use-cars-feed.ts'
import { ro } from '../../../text/ro.ts'
import { CarList } from './car-list.tsx'
import './drivers-now.css'

const STATES: Record<'online' | 'busy' | 'free', ReadonlySet<CarState>> = {
  online: new Set(CAR_STATES),
  busy: new Set<CarState>(['busy']),
  free: new Set<CarState>(['free']),
}

const ROW_PX = 30
const MAX_PX = 320

/** The drivers behind a number: by call sign, with state and age; choosing one opens the driver's card. */
export function DriversNow({ which, onPick }: { which: keyof typeof STATES; onPick: () => void }) {
  useCarsFeed()
  const count = useCars(({ cars }) => [...cars.values()].filter(({ state }) => STATES[which].has(state)).length)
  const open = (driverId: number) => {
    onPick()
    showDriver(driverId)
  }
  return (
    <section className="drivers-now" aria-label={ro.stats[which]}>
      <h2 className="panel-title drivers-now-title">{ro.stats[which]}</h2>
      <div className="drivers-now-list" style={{ height: Math.min(MAX_PX, Math.max(2, count) * ROW_PX) }}>
        <CarList shown={STATES[which]} selected={null} onPick={open} />
      </div>
    </section>
  )
}
