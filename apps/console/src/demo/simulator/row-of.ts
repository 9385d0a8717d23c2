import type { DriverModel, Ringing } from '@dispecerat/simulation/driver-model'
import type { CarState } from '../../map/cars/cars.ts'

export type DriverState = 'off' | 'connecting' | 'free' | 'to_pickup' | 'at_pickup' | 'on_trip' | 'paused' | 'banned'

/** A ringing offer with its countdown. */
export interface Ring {
  orderId: number
  address: string
  /** Whole seconds that are left. */
  left: number
  total: number
  /** False: only the user answers it. */
  answersItself: boolean
}

/** A driver's state in the table. */
export interface Lived {
  state: DriverState
  orderId: number | null
  nextOrderId: number | null
  ring: Ring | null
  hasPriority: boolean
  isPaused: boolean
}

/** Off without a model or with the phone off; connecting while the socket is down. */
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

/** The map's state for a driver; null when the driver is not shown. */
export function carStateOf(state: DriverState): CarState | null {
  if (state === 'off' || state === 'connecting') return null
  return state === 'free' || state === 'paused' || state === 'banned' ? state : 'busy'
}
