import type { OrderState, TripState } from '@dispecerat/domain/order'
import { ro } from '../text/ro.ts'

const SIGN = { new: '○', created: '○', pending: '!', assigned: '▶', finished: '✓', canceled: '✕' } as const
const TRIP_SIGN = { waiting_driver: '▶', waiting_client: '◆', started: '●' } as const

interface Props {
  state: OrderState
  tripState?: TripState | null
  /** Changes whenever the badge should flash; undefined never flashes. */
  flash?: number
}

/** 'Alocat' until the trip starts, then 'În curs'; an order that waits is as new as one nobody placed. Filters, which offer both, use the names of the states. */
export function stateLabel(state: OrderState, tripState: TripState | null | undefined): string {
  if (state === 'pending') return ro.order.states.new
  return state === 'assigned' && tripState === 'started' ? ro.order.started : ro.order.states[state]
}

/** State as sign + word + colour, because colour alone is not read by everybody. */
export function OrderStateBadge({ state, tripState, flash }: Props) {
  const sign = state === 'assigned' && tripState ? TRIP_SIGN[tripState] : SIGN[state]
  return (
    <span key={flash} className={`state-badge state-${state}${flash ? ' flash' : ''}`}>
      <span aria-hidden>{sign}</span>
      {stateLabel(state, tripState)}
    </span>
  )
}
