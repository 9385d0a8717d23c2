import type { DriverPosition } from '@dispecerat/contract/fleet/live-map'
import { millisOf } from '../../text/format.ts'

export const CAR_STATES = ['free', 'busy', 'paused', 'banned'] as const
export type CarState = (typeof CAR_STATES)[number]

/** A car as drawn on the map. */
export interface Car {
  id: number
  sign: string
  lat: number
  long: number
  /** Degrees clockwise from north; null when the phone does not know it. */
  heading: number | null
  state: CarState
  /** Set during a ban: its last instant, and the car's state after it. */
  ban: { until: number; then: CarState } | null
  /** Time of the measurement on the phone, in milliseconds of the server's clock. */
  measuredAt: number
  /** The driver is simulated. */
  isSimulated: boolean
}

/** Banned, else busy, else paused, else free. */
function stateBesideBan(position: DriverPosition): CarState {
  if (position.is_busy) return 'busy'
  return position.is_paused ? 'paused' : 'free'
}

export function carOf(position: DriverPosition, now: number): Car {
  const then = stateBesideBan(position)
  const until = position.ban_until === null ? Number.NaN : millisOf(position.ban_until)
  /* The last second of a ban is included. */
  const ban = until >= now ? { until, then } : null
  return {
    id: position.userId,
    sign: position.indicativ,
    lat: position.lat,
    long: position.long,
    heading: position.heading,
    state: ban ? 'banned' : then,
    ban,
    measuredAt: now - position.age_s * 1000,
    isSimulated: position.is_simulated === true,
  }
}

/** Applies the end of expired bans; returns the same map when there is none. */
export function freeCars(cars: ReadonlyMap<number, Car>, now: number): ReadonlyMap<number, Car> {
  const freed = [...cars.values()].filter(({ ban }) => ban !== null && ban.until < now)
  if (freed.length === 0) return cars
  const next = new Map(cars)
  for (const car of freed) next.set(car.id, { ...car, state: car.ban?.then ?? car.state, ban: null })
  return next
}

/** Applies one frame of the positions channel; returns a new map, so that subscribers see the change. */
export function moveCars(
  cars: ReadonlyMap<number, Car>,
  frame: { positions: readonly DriverPosition[]; gone: readonly number[] },
  now: number,
): Map<number, Car> {
  const next = new Map(cars)
  for (const position of frame.positions) next.set(position.userId, carOf(position, now))
  for (const id of frame.gone) next.delete(id)
  return next
}

export function countByState(cars: Iterable<Car>): Record<CarState, number> {
  const counts = { free: 0, busy: 0, paused: 0, banned: 0 }
  for (const car of cars) counts[car.state] += 1
  return counts
}
