import { STALE_POSITION_MS } from '../dispatch/search/eligibility.ts'
import { DomainError } from '../kernel/errors.ts'
import { metresBetween, type Point } from '../kernel/geo.ts'

export const ARRIVAL_DOUBTS = [
  'far', // the car is outside the company's radius
  'no_position', // the phone has reported none for two minutes
  'implausible', // the position is marked: a jump, a mock, or a first one that may be old
] as const
export type ArrivalDoubt = (typeof ARRIVAL_DOUBTS)[number]

/** What the server knows of a car whose driver reports the arrival at the pickup. */
export interface SeenCar {
  /** Where the phone reported the car last; null: never. */
  point: Point | null
  /** When the car was there. */
  seenAt: Date | null
  isImplausible: boolean
}

/** A phone that has never reported a position. */
export const UNSEEN: SeenCar = { point: null, seenAt: null, isImplausible: false }

export interface Arrival {
  doubt: ArrivalDoubt | null
  /** Metres by straight line between the car and the pickup; null unless the position is believed. */
  metres: number | null
}

/** Compares the arrival that a driver reports with the position of the car. A radius of 0 m: any arrival is believed. */
export function judgeArrival(car: SeenCar, pickup: Point, radiusMetres: number, now: Date): Arrival {
  const metres = metresTo(car, pickup, now)
  if (radiusMetres === 0) return { doubt: null, metres }
  if (metres !== null) return { doubt: metres > radiusMetres ? 'far' : null, metres }
  return { doubt: car.isImplausible ? 'implausible' : 'no_position', metres }
}

/** A doubted arrival counts only with the driver's reason: throws order.arrival_doubted, with the doubt and the metres. */
export function requireReason({ doubt, metres }: Arrival, reason: string | null): void {
  if (doubt !== null && reason === null) throw new DomainError('order.arrival_doubted', { doubt, metres })
}

/** Metres from the car to a point; null when its position is old, marked or unknown. */
export function metresTo({ point, seenAt, isImplausible }: SeenCar, to: Point, now: Date): number | null {
  if (point === null || seenAt === null || isImplausible) return null
  if (now.getTime() - seenAt.getTime() > STALE_POSITION_MS) return null
  return Math.round(metresBetween(point, to))
}
