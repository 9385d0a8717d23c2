import type { StandId } from '../kernel/ids.ts'

/**
 * How a driver lost an order: the trip ended, the driver gave it up, or the order died without the driver's fault (canceled by the client or
 * a dispatcher, client not there, taken back).
 */
export type Release = 'ended' | 'given_back' | 'no_fault'

/** Where a driver waited before taking an order, and may wait again. */
export interface ReservedPlace {
  /** Start of the idle time; null when the driver was not idle. */
  idleFrom: Date | null
  stand: ReservedStand | null
}

export interface ReservedStand {
  standId: StandId
  arrivedAt: Date
  /** The last instant at which the driver may take the place again; null while the driver has the order. */
  until: Date | null
}

export const NO_PLACE: ReservedPlace = { idleFrom: null, stand: null }

/** A place in a stand's queue is reserved this long: after an order that died on the way, and during a pause. */
export const RESERVED_STAND_MS = 10 * 60_000

interface Released {
  release: Release
  reserved: ReservedPlace
  /** The driver still has another order. */
  hasOther: boolean
  onShift: boolean
}

/**
 * Idle time and reserved place of a driver who lost an order. Without fault the driver waits as if the order had never been taken; otherwise
 * from now on. A driver with another order waits again when that one is lost too: as before both, or since the end of the first.
 */
export function placeAfterRelease(
  { release, reserved, hasOther, onShift }: Released,
  now: Date,
): { idleFrom: Date | null; reserved: ReservedPlace } {
  if (!onShift) return { idleFrom: null, reserved: NO_PLACE }
  const isBack = release === 'no_fault'
  if (hasOther) return { idleFrom: null, reserved: isBack ? reserved : { idleFrom: now, stand: null } }
  if (!isBack) return { idleFrom: now, reserved: NO_PLACE }
  const until = new Date(now.getTime() + RESERVED_STAND_MS)
  return {
    idleFrom: reserved.idleFrom ?? now,
    reserved: { idleFrom: null, stand: reserved.stand && { ...reserved.stand, until } },
  }
}
