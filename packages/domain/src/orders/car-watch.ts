import { metresBetween, type Point } from '../kernel/geo.ts'

export const CAR_WARNINGS = [
  'standing', // the car does not move
  'leaving', // it drives away from the pickup
  'silent', // its phone sends no position that is believed
] as const
export type CarWarning = (typeof CAR_WARNINGS)[number]

/** The watch begins again when the car has come this much nearer to the pickup. */
export const PROGRESS_METRES = 150
/** A car whose positions are this near to its last one stands still. */
export const STANDING_METRES = 150
/** A car that is this much farther than it was drives away. */
export const LEAVING_METRES = 300
/** Within this distance of the pickup nobody is warned, where the company believes arrivals from anywhere. */
const NEAR_METRES = 300
/** The way to the pickup is guessed as the straight line times this, at this speed. */
const WAY_FACTOR = 1.4
const WAY_KM_PER_HOUR = 25
/** How far away a car is taken to be that was never seen: a quarter of an hour. */
const UNSEEN_METRES = 4500

const MINUTE_MS = 60_000

export interface WatchedPoint extends Point {
  at: Date
  /** A jump, a mock or an old position, which is not believed. */
  isMarked: boolean
}

/** A car on the way to a pickup. */
export interface WatchedCar {
  pickup: Point
  /** When the watch began, or the `since` of the last judgement. */
  since: Date
  /** When the client wants to leave: a driver of a scheduled order may stand until the way to the pickup must begin. */
  departureAt: Date
  /** Positions of the car from `since` on, oldest first. */
  trail: readonly WatchedPoint[]
}

export interface WatchLimits {
  /** Minutes after which dispatchers are warned. */
  warningMinutes: number
  /** The company's radius of a believed arrival; 0 = any arrival is believed. */
  arrivalRadiusMetres: number
}

export interface Judgement {
  warning: CarWarning | null
  /** The last instant at which the car came nearer or was at the pickup. The next judgement begins here. */
  since: Date
  /** Since when the car stands, drives away or is silent; null without a warning. */
  warnedSince: Date | null
  /** There is no warning before, unless the departure is still to come. */
  calmUntil: Date
}

/** Judges from its positions whether a car comes to the pickup. */
export function judgeCar(car: WatchedCar, limits: WatchLimits, now: Date): Judgement {
  const nearMetres = limits.arrivalRadiusMetres || NEAR_METRES
  const course = courseOf(car, nearMetres)
  const { since, last } = course
  const from = later(since, leavesAt(car.departureAt, last?.metres ?? UNSEEN_METRES))
  const warningMs = limits.warningMinutes * MINUTE_MS
  const calmUntil = new Date(from.getTime() + warningMs)
  const isAtPickup = last !== null && last.metres <= nearMetres
  const found = isAtPickup ? null : troubleOf(course, from, new Date(now.getTime() - warningMs))
  return { warning: found?.warning ?? null, warnedSince: found?.since ?? null, since, calmUntil }
}

/**
 * True when another car has to be searched: so many minutes (0 = never) after what is wrong began, and again after as many. `soughtAt`: when
 * one was searched last.
 */
export function mustSearchReplacement(
  { warnedSince, soughtAt }: { warnedSince: Date; soughtAt: Date | null },
  minutes: number,
  now: Date,
): boolean {
  const since = soughtAt === null ? warnedSince : later(soughtAt, warnedSince)
  return minutes > 0 && now.getTime() - since.getTime() >= minutes * MINUTE_MS
}

interface Seen extends WatchedPoint {
  /** From the pickup. */
  metres: number
}

interface Course {
  since: Date
  /** The believed positions from `since` on. */
  points: readonly Seen[]
  last: Seen | null
  /** Metres from the pickup of the nearest of them. */
  closest: number
}

function courseOf({ pickup, since: begun, trail }: WatchedCar, nearMetres: number): Course {
  let since = begun
  let points: Seen[] = []
  let closest = 0
  // A car that drove away makes progress from where it turns, not from where it was before.
  let mark = 0
  for (const point of trail) {
    if (point.isMarked || point.at < begun) continue
    const metres = metresBetween(point, pickup)
    const seen = { ...point, metres }
    if (points.length === 0 || metres <= mark - PROGRESS_METRES || metres <= nearMetres) {
      since = point.at
      points = [seen]
      closest = metres
      mark = metres
      continue
    }
    points.push(seen)
    closest = Math.min(closest, metres)
    if (metres >= closest + LEAVING_METRES) mark = Math.max(mark, metres)
  }
  return { since, points, closest, last: points.at(-1) ?? null }
}

/** `from`: nothing counts before; `until`: what has lasted since then, or longer, is a warning. */
function troubleOf(
  { points, last, closest }: Course,
  from: Date,
  until: Date,
): { warning: CarWarning; since: Date } | null {
  const silentSince = last ? later(last.at, from) : from
  if (silentSince <= until) return { warning: 'silent', since: silentSince }
  if (last === null) return null
  const standingSince = later(stoppedAt(points, last), from)
  if (standingSince <= until) return { warning: 'standing', since: standingSince }
  const isLeaving = last.metres >= closest + LEAVING_METRES
  return isLeaving && from <= until ? { warning: 'leaving', since: from } : null
}

/** Since when the car is near to where it is now. */
function stoppedAt(points: readonly Seen[], last: Seen): Date {
  const moving = points.findLastIndex((point) => metresBetween(point, last) >= STANDING_METRES)
  return points[moving + 1]?.at ?? last.at
}

/** When a car at this distance must leave to be at the pickup in time. */
function leavesAt(departureAt: Date, metres: number): Date {
  const hours = (metres * WAY_FACTOR) / 1000 / WAY_KM_PER_HOUR
  return new Date(departureAt.getTime() - hours * 60 * MINUTE_MS)
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other
}
