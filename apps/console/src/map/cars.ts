import type { DriverPosition } from '@dispecerat/contract/realtime'
import { millisOf } from '../text/format.ts'
import type { FeatureCollection, PointGeometry } from './geojson.ts'

export const CAR_STATES = ['free', 'busy', 'paused', 'banned'] as const
export type CarState = (typeof CAR_STATES)[number]

/** A car as the map draws it. */
export interface Car {
  id: number
  sign: string
  lat: number
  long: number
  state: CarState
  /** When the phone measured it, in milliseconds of the server's clock. */
  measuredAt: number
}

/** Older than this, a position is drawn as stale. */
const STALE_AFTER_MS = 120_000

/** MAP-09: banned, else busy, else paused, else free. */
function stateOf(position: DriverPosition, now: number): CarState {
  if (position.ban_until !== null && millisOf(position.ban_until) > now) return 'banned'
  if (position.is_busy) return 'busy'
  return position.is_paused ? 'paused' : 'free'
}

export function carOf(position: DriverPosition, now: number): Car {
  return {
    id: position.userId,
    sign: position.indicativ,
    lat: position.lat,
    long: position.long,
    state: stateOf(position, now),
    measuredAt: now - position.age_s * 1000,
  }
}

export function isStale(car: Car, now: number): boolean {
  return now - car.measuredAt > STALE_AFTER_MS
}

/** The cars after one frame of the positions channel; a new map, so that readers see the change. */
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

/** Call signs are numbers for people: 7 before 101. */
export function bySign(a: Car, b: Car): number {
  return a.sign.localeCompare(b.sign, 'ro', { numeric: true })
}

export function carsAsGeoJson(
  cars: Iterable<Car>,
  shown: ReadonlySet<CarState>,
  now: number,
): FeatureCollection<PointGeometry> {
  const features: FeatureCollection<PointGeometry>['features'] = []
  for (const car of cars) {
    if (!shown.has(car.state)) continue
    features.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [car.long, car.lat] },
      properties: { id: car.id, sign: car.sign, state: car.state, stale: isStale(car, now) },
    })
  }
  return { type: 'FeatureCollection', features }
}
