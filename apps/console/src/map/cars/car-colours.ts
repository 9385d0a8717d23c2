import type { CarState } from './cars.ts'

/** Green free, red busy, orange paused, black banned. */
export const CAR_COLOURS = {
  free: '#1b7f37',
  busy: '#c92a2a',
  paused: '#e8590c',
  banned: '#111111',
} as const satisfies Record<CarState, string>
