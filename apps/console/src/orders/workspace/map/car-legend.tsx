import { useShallow } from 'zustand/react/shallow'
import { CAR_STATES, type CarState, countByState } from '../../../map/cars/cars.ts'
import { useCars } from '../../../map/cars/cars-store.ts'
import { ro } from '../../../text/ro.ts'
import { useNow } from '../../../ui/now.ts'

export const CAR_SIGN = { free: '●', busy: '■', paused: '‖', banned: '✕' } as const satisfies Record<CarState, string>

/** Chips that count and filter; each state has a symbol and a text beside its colour. */
export function CarLegend({
  shown,
  onChange,
}: {
  shown: ReadonlySet<CarState>
  onChange: (shown: ReadonlySet<CarState>) => void
}) {
  const counts = useCars(useShallow((s) => countByState(s.cars.values())))
  const toggle = (state: CarState) => {
    const next = new Set(shown)
    if (!next.delete(state)) next.add(state)
    onChange(next)
  }
  return (
    <fieldset className="legend" aria-label={ro.map.legend}>
      {CAR_STATES.map((state) => (
        <button
          key={state}
          type="button"
          className={`legend-chip car-${state}`}
          aria-pressed={shown.has(state)}
          onClick={() => toggle(state)}
        >
          <span aria-hidden>{CAR_SIGN[state]}</span> {ro.map.states[state]} <b className="digits">{counts[state]}</b>
        </button>
      ))}
      <UpdatedAgo />
    </fieldset>
  )
}

function UpdatedAgo() {
  const now = useNow((s) => s.now)
  const updatedAt = useCars((s) => s.updatedAt)
  if (updatedAt === null) return null
  return <span className="small dim digits">{ro.map.updated(Math.max(0, Math.round((now - updatedAt) / 1000)))}</span>
}
