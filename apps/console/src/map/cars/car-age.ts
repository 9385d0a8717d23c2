import type { Car } from './cars.ts'

/** After two missed polls the position is marked as old and fades. */
export const OLD_AFTER_MS = 50_000
/** The driver search ignores such a car, and the map draws it translucent. */
export const STALE_AFTER_MS = 120_000

type CarAge = 'fresh' | 'old' | 'stale'

export function ageOf(car: Pick<Car, 'measuredAt'>, now: number): CarAge {
  const age = now - car.measuredAt
  if (age > STALE_AFTER_MS) return 'stale'
  return age > OLD_AFTER_MS ? 'old' : 'fresh'
}

export function isStale(car: Pick<Car, 'measuredAt'>, now: number): boolean {
  return ageOf(car, now) === 'stale'
}
