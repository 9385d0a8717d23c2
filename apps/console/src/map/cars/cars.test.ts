import type { DriverPosition } from '@dispecerat/contract/fleet/live-map'
import { describe, expect, test } from 'vitest'
import { ageOf, isStale } from './car-age.ts'
import { carOf, countByState, freeCars, moveCars } from './cars.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
function at(userId: number, over: Partial<DriverPosition> = {}): DriverPosition {
  return {
    userId,
    indicativ: String(100 + userId),
    lat: 45.6,
    long: 25.6,
    heading: null,
    is_busy: false,
    is_paused: false,
    ban_until: null,
    age_s: 2,
    ...over,
  }
}

describe('cars on the map', () => {
  test.each([
    ['banned before busy', { ban_until: '2026-11-21 13:00:00', is_busy: true, is_paused: true }, 'banned'],
    ['an expired ban does not count', { ban_until: '2026-11-21 11:00:00', is_busy: true }, 'busy'],
    ['busy before paused', { is_busy: true, is_paused: true }, 'busy'],
    ['paused before free', { is_paused: true }, 'paused'],
    ['free', {}, 'free'],
  ])('%s', (_, over, state) => {
    expect(carOf(at(1, over), NOW).state).toBe(state)
  })

  test('a simulated driver is marked by the flag; a frame without it is of a real driver', () => {
    expect(carOf(at(1, { is_simulated: true }), NOW).isSimulated).toBe(true)
    expect(carOf(at(1), NOW).isSimulated).toBe(false)
  })

  test('an expired ban frees the car without an event, after its last second', () => {
    const cars = moveCars(
      new Map(),
      { positions: [at(1, { ban_until: '2026-11-21 12:00:05', is_paused: true })], gone: [] },
      NOW,
    )
    expect(freeCars(cars, NOW + 5000)).toBe(cars)
    expect(freeCars(cars, NOW + 5001).get(1)).toMatchObject({ state: 'paused', ban: null })
  })

  test('a position is stale above two minutes', () => {
    expect(isStale(carOf(at(1, { age_s: 120 }), NOW), NOW)).toBe(false)
    expect(isStale(carOf(at(1, { age_s: 121 }), NOW), NOW)).toBe(true)
    expect(isStale(carOf(at(1, { age_s: 10 }), NOW), NOW + 115_000)).toBe(true)
  })

  test('a frame moves, adds and removes cars', () => {
    const before = moveCars(new Map(), { positions: [at(1), at(2)], gone: [] }, NOW)
    const after = moveCars(before, { positions: [at(1, { lat: 45.7 }), at(3)], gone: [2] }, NOW)
    expect([...after.keys()]).toEqual([1, 3])
    expect(after.get(1)?.lat).toBe(45.7)
    expect(before.get(1)?.lat).toBe(45.6)
  })

  test('a position is old above fifty seconds: two polls of the fallback were missed', () => {
    expect(ageOf(carOf(at(1, { age_s: 50 }), NOW), NOW)).toBe('fresh')
    expect(ageOf(carOf(at(1, { age_s: 51 }), NOW), NOW)).toBe('old')
    expect(ageOf(carOf(at(1, { age_s: 121 }), NOW), NOW)).toBe('stale')
  })

  test('the legend counts every state', () => {
    const cars = moveCars(new Map(), { positions: [at(1), at(2, { is_busy: true })], gone: [] }, NOW)
    expect(countByState(cars.values())).toEqual({ free: 1, busy: 1, paused: 0, banned: 0 })
  })
})
