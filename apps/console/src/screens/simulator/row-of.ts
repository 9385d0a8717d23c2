import type { DriverModel, Ringing } from '@dispecerat/simulation/driver-model'
import type { CarState } from '../../map/cars.ts'

export type DriverState = 'off' | 'connecting' | 'free' | 'to_pickup' | 'at_pickup' | 'on_trip' | 'paused' | 'banned'

/** An offer that rings, as the table counts it down. */
export interface Ring {
  orderId: number
  address: string
  /** Whole seconds still to go, of how many. */
  left: number
  total: number
  /** False: nobody answers but the hand. */
  answersItself: boolean
}

/** What the table shows of a driver's mind. */
export interface Lived {
  state: DriverState
  orderId: number | null
  nextOrderId: number | null
  ring: Ring | null
  hasPriority: boolean
  isPaused: boolean
}

/** Without a mind, or with the phone off, a driver is off; while the line is down he connects. */
export function livedOf(model: DriverModel | null, isReady: boolean): Lived {
  if (!model) return { state: 'off', orderId: null, nextOrderId: null, ring: null, hasPriority: false, isPaused: false }
  return {
    state: isReady ? stateOf(model) : 'connecting',
    orderId: model.trip?.orderId ?? null,
    nextOrderId: model.next?.id ?? null,
    ring: ringOf(model),
    hasPriority: model.hasPriority,
    isPaused: model.isPaused,
  }
}

function stateOf({ trip, isPaused, bannedUntil }: DriverModel): DriverState {
  if (trip) return trip.phase
  if (bannedUntil !== null) return 'banned'
  return isPaused ? 'paused' : 'free'
}

/** The offer that is answered first. */
function ringOf({ ringing }: DriverModel): Ring | null {
  const rings = [...ringing].map(([orderId, offer]) => asRing(orderId, offer))
  return rings.toSorted((a, b) => a.left - b.left)[0] ?? null
}

function asRing(orderId: number, { address, answerSeconds, expiresSeconds, rungSeconds }: Ringing): Ring {
  const total = answerSeconds ?? expiresSeconds
  const left = Math.max(0, Math.ceil(total - rungSeconds))
  return { orderId, address, left, total: Math.max(1, total), answersItself: answerSeconds !== null }
}

/** How the map draws a driver in that state; null = not at all. */
export function carStateOf(state: DriverState): CarState | null {
  if (state === 'off' || state === 'connecting') return null
  return state === 'free' || state === 'paused' || state === 'banned' ? state : 'busy'
}
