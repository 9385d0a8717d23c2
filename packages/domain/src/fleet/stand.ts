import { metresBetween, type Point } from '../kernel/geo.ts'
import type { DriverId, StandId } from '../kernel/ids.ts'
import { isBanned } from './ban.ts'

/** A taxi stand where drivers wait in line. */
export interface Stand {
  standId: StandId
  point: Point
  radiusMetres: number
}

export const STAND_RADIUS_METRES = { min: 20, usual: 100, max: 1000 } as const
/** A driver joins the queue after this long inside the radius, and leaves it after this long outside. */
export const STAND_DWELL_MS = 20_000
/** A waiting driver may be this many radii away: a row of cars is longer than a circle is wide. */
const STRAY = 1.5

/**
 * State of a driver at their company's stands. `at`: the queue they are in; `awaySince`: beyond the stray distance of that stand since
 * then; `approach`: inside the radius of a stand since then, not long enough yet. The same object as before when nothing changed.
 */
export interface StandPresence {
  at: { standId: StandId; arrivedAt: Date } | null
  awaySince: Date | null
  approach: { standId: StandId; since: Date } | null
}

export const NOWHERE: StandPresence = { at: null, awaySince: null, approach: null }

/** Stand facts of one position. */
export interface StandSight {
  point: Point
  /** The stand whose radius contains the point; the company's `nearestStand`. */
  within: Stand | null
  /** Finds a stand by id; undefined once it is closed or deleted. */
  standOf: (standId: StandId) => Stand | undefined
  /** A place in the queue of a stand that the driver may take again there. */
  reserved?: { standId: StandId; arrivedAt: Date } | null
}

/** True when the driver may wait at a stand at all: on duty, reachable, free, neither paused nor banned. */
export function mayStand(
  driver: {
    isActive: boolean
    onShift: boolean
    isOnline: boolean
    isPaused: boolean
    isBusy: boolean
    bannedUntil: Date | null
  },
  now: Date,
): boolean {
  const { isActive, onShift, isOnline, isPaused, isBusy, bannedUntil } = driver
  return isActive && onShift && isOnline && !isPaused && !isBusy && !isBanned(bannedUntil, now)
}

/** The nearest stand whose radius contains the point, the lowest id of equals; null when there is none. */
export function nearestStand<S extends Stand>(stands: readonly S[], point: Point): S | null {
  let nearest: S | null = null
  let min = Number.POSITIVE_INFINITY
  for (const stand of stands) {
    const metres = metresBetween(stand.point, point)
    if (metres > stand.radiusMetres) continue
    if (metres < min || (metres === min && nearest !== null && stand.standId < nearest.standId)) {
      nearest = stand
      min = metres
    }
  }
  return nearest
}

/** Applies a new position of a driver who may stand. Passed time is applied first, so that the dwell time at the old position counts. */
export function seenAt(before: StandPresence, sight: StandSight, at: Date): StandPresence {
  const presence = withReserved(withoutClosed(timePassed(before, at), sight), sight)
  const awaySince = isAstray(presence, sight) ? (presence.awaySince ?? at) : null
  const approach = approachOf(presence, sight, at)
  if (awaySince === presence.awaySince && approach === presence.approach) return presence
  return { ...presence, awaySince, approach }
}

/** Applies the passing of time: drivers outside for long enough leave, those inside for long enough join as of their arrival. */
export function timePassed(presence: StandPresence, now: Date): StandPresence {
  const { at, awaySince, approach } = presence
  const stays = at !== null && !(awaySince !== null && hasDwelt(awaySince, now))
  if (stays) return presence
  if (approach !== null && hasDwelt(approach.since, now)) {
    return { at: { standId: approach.standId, arrivedAt: approach.since }, awaySince: null, approach: null }
  }
  return at === null ? presence : { at: null, awaySince: null, approach }
}

/** Removes the driver from the queue; one who stays rejoins behind all who wait. */
export function sentToBack({ at, approach }: StandPresence, now: Date): StandPresence {
  const standId = at?.standId ?? approach?.standId
  return standId === undefined ? NOWHERE : { at: null, awaySince: null, approach: { standId, since: now } }
}

/** First come, first served; the lower id of equal arrivals. */
export function byArrival(
  a: { arrivedAt: Date; driverId: DriverId },
  b: { arrivedAt: Date; driverId: DriverId },
): number {
  return a.arrivedAt.getTime() - b.arrivedAt.getTime() || a.driverId - b.driverId
}

function withoutClosed(presence: StandPresence, { standOf }: StandSight): StandPresence {
  if (presence.at === null || standOf(presence.at.standId) !== undefined) return presence
  return { ...presence, at: null, awaySince: null }
}

/** A driver who may take a place again, and is not astray of that stand, is in its queue at once, as of the first arrival. */
function withReserved(presence: StandPresence, { point, standOf, reserved }: StandSight): StandPresence {
  const stand = reserved && standOf(reserved.standId)
  if (!reserved || !stand || metresBetween(stand.point, point) > stand.radiusMetres * STRAY) return presence
  const { at } = presence
  if (at !== null && (at.standId !== reserved.standId || at.arrivedAt <= reserved.arrivedAt)) return presence
  return { at: { standId: reserved.standId, arrivedAt: reserved.arrivedAt }, awaySince: null, approach: null }
}

function isAstray({ at }: StandPresence, { point, standOf }: StandSight): boolean {
  const stand = at && standOf(at.standId)
  return stand ? metresBetween(stand.point, point) > stand.radiusMetres * STRAY : false
}

/** The stand approached first stays current where radii overlap, as long as the driver is inside it. */
function approachOf({ at, approach }: StandPresence, { point, within, standOf }: StandSight, now: Date) {
  const approached = approach && standOf(approach.standId)
  if (approached && metresBetween(approached.point, point) <= approached.radiusMetres) return approach
  if (within === null || within.standId === at?.standId) return null
  return { standId: within.standId, since: now }
}

function hasDwelt(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= STAND_DWELL_MS
}
