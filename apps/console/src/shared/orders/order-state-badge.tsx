import type { OrderState, TripState } from '@dispecerat/domain/orders/order'
import { ro } from '../../text/ro.ts'
import './order-state-badge.css'

const SIGN = { new: '○', created: '○', pending: '!', assigned: '▶', finished: '✓', canceled: '✕' } as const
const TRIP_SIGN = { waiting_driver: '▶', waiting_client: '◆', started: '●' } as const

interface Props {
  state: OrderState
  tripState?: TripState | null
  /** The badge flashes whenever this changes; undefined never flashes. */
  flash?: number
}

/**
 * 'Alocat' until the trip starts, then 'În curs'; a waiting order has the label of a new one. Filters, which offer
 * both, use the names of the states.
 */
export function stateLabel(state: OrderState, tripState: TripState | null | undefined): string {
  if (state === 'pending') return ro.order.states.new
  return state === 'assigned' && tripState === 'started' ? ro.order.started : ro.order.states[state]
}

/** State as symbol, text and colour, because colour alone is not accessible. */
export function OrderStateBadge({ state, tripState, flash }: Props) {
  const sign = state === 'assigned' && tripState ? TRIP_SIGN[tripState] : SIGN[state]
  return (
    <span key={flash} className={`tag state-badge state-${state}${flash ? ' flash' : ''}`}>
      <span aria-hidden>{sign}</span>
      {stateLabel(state, tripState)}
    </span>
  )
}
