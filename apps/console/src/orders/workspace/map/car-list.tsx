import { useMemo, useRef } from 'react'
import { ageOf } from '../../../map/cars/car-age.ts'
import type { Car, CarState } from '../../../map/cars/cars.ts'
import { carsInOrder } from '../../../map/cars/cars-in-order.ts'
import { useCars } from '../../../map/cars/cars-store.ts'
import { fleetMapMessages } from '../../../text/fleet-map-messages.ts'
import { duration } from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import { useNow } from '../../../ui/now.ts'
import { useRowWindow } from '../../../ui/use-row-window.ts'
import { CAR_SIGN } from './car-legend.tsx'
import './car-list.css'

const ROW_HEIGHT = 30

interface Props {
  shown: ReadonlySet<CarState>
  selected: number | null
  onPick: (id: number) => void
  /** The row under the mouse pointer or with the focus, or none. */
  onPoint?: (id: number | null) => void
}

/** The cars of the map as a list: by call sign, with state and age as text. */
export function CarList({ shown, ...picking }: Props) {
  const cars = useCars((s) => s.cars)
  const rows = useMemo(() => carsInOrder(cars).filter((car) => shown.has(car.state)), [cars, shown])
  if (rows.length === 0) return <p className="list-empty dim">{ro.map.nobody}</p>
  return <CarRows rows={rows} {...picking} />
}

function CarRows({ rows, selected, onPick, onPoint }: Omit<Props, 'shown'> & { rows: readonly Car[] }) {
  const now = useNow((s) => s.now)
  const scroller = useRef<HTMLDivElement>(null)
  const view = useRowWindow(scroller, rows.length, ROW_HEIGHT)
  return (
    <div ref={scroller} className="car-list">
      <ul style={{ height: view.height, position: 'relative' }}>
        {view.rows().map((row) => {
          const car = rows[row]
          if (!car) return null
          const age = ageOf(car, now)
          return (
            <li key={car.id} className="car-line" style={{ transform: `translateY(${row * ROW_HEIGHT}px)` }}>
              <button
                type="button"
                aria-pressed={car.id === selected}
                onClick={() => onPick(car.id)}
                onPointerEnter={() => onPoint?.(car.id)}
                onPointerLeave={() => onPoint?.(null)}
                onFocus={() => onPoint?.(car.id)}
                onBlur={() => onPoint?.(null)}
              >
                <b className="digits">{car.sign}</b>
                <span className={`car-${car.state}`}>
                  <span aria-hidden>{CAR_SIGN[car.state]}</span> {ro.map.state[car.state]}
                </span>
                <span className="digits dim" title={age === 'stale' ? fleetMapMessages.staleHint : undefined}>
                  {duration(Math.max(0, now - car.measuredAt) / 1000)}
                  {age === 'fresh' ? '' : ` · ${fleetMapMessages.age[age]}`}
                  {car.isSimulated ? ` · ${fleetMapMessages.simulated}` : ''}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
