import type { DriverPosition } from '@dispecerat/contract/realtime'
import { describe, expect, test } from 'vitest'
import { bySign, CAR_STATES, carOf, carsAsGeoJson, countByState, isStale, moveCars } from './cars.ts'

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
    ['a ban that has ended counts no more', { ban_until: '2026-11-21 11:00:00', is_busy: true }, 'busy'],
    ['busy before paused', { is_busy: true, is_paused: true }, 'busy'],
    ['paused before free', { is_paused: true }, 'paused'],
    ['free', {}, 'free'],
  ])('%s', (_, over, state) => {
    expect(carOf(at(1, over), NOW).state).toBe(state)
  })

  test('a position is stale above two minutes', () => {
    expect(isStale(carOf(at(1, { age_s: 120 }), NOW), NOW)).toBe(false)
    expect(isStale(carOf(at(1, { age_s: 121 }), NOW), NOW)).toBe(true)
    expect(isStale(carOf(at(1, { age_s: 10 }), NOW), NOW + 115_000)).toBe(true)
  })

  test('a frame moves, adds and removes', () => {
    const before = moveCars(new Map(), { positions: [at(1), at(2)], gone: [] }, NOW)
    const after = moveCars(before, { positions: [at(1, { lat: 45.7 }), at(3)], gone: [2] }, NOW)
    expect([...after.keys()]).toEqual([1, 3])
    expect(after.get(1)?.lat).toBe(45.7)
    expect(before.get(1)?.lat).toBe(45.6)
  })

  test('the legend hides what is switched off and counts everything', () => {
    const cars = moveCars(new Map(), { positions: [at(1), at(2, { is_busy: true })], gone: [] }, NOW)
    expect(carsAsGeoJson(cars.values(), new Set(['free']), NOW).features).toHaveLength(1)
    expect(carsAsGeoJson(cars.values(), new Set(CAR_STATES), NOW).features).toHaveLength(2)
    expect(countByState(cars.values())).toEqual({ free: 1, busy: 1, paused: 0, banned: 0 })
  })

  test('call signs sort as numbers', () => {
    const signs = [at(1, { indicativ: '101' }), at(2, { indicativ: '20' })].map((p) => carOf(p, NOW)).sort(bySign)
    expect(signs.map((car) => car.sign)).toEqual(['20', '101'])
  })
})
