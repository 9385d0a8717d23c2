import type { Searches } from '@dispecerat/contract/dispatch/search'
import { expect, test } from 'vitest'
import { driverOfSign, whyNot } from './why-not.ts'

type Round = Searches['searches'][number]

function aRound(step: number, rest: Partial<Round>): Round {
  return {
    id: step * 10,
    walk_no: 1,
    step,
    steps: 3,
    params: {
      search_order_by: 'by_distance',
      search_type: 'by_zone',
      notification_method: 'all',
      search_time: 6,
      search_limit: 50,
    },
    started_at: `2026-11-21 12:0${step}:00`,
    ends_at: `2026-11-21 12:0${step}:06`,
    ended_at: null,
    outcome: null,
    drivers: [],
    passed_over: [],
    ...rest,
  } as Round
}

function offered(id: number, rank: number, fate: Round['drivers'][number]['fate'], metres: number) {
  return {
    driver: { id, identifier: null, name: null, indicativ: String(id) },
    rank,
    viewed: true,
    accepted: fate === 'accepted',
    fate,
    distance_m: metres,
    route_m: null,
    route_is_guess: false,
    is_priority: false,
    notified_at: '2026-11-21 12:02:01',
    viewed_at: '2026-11-21 12:02:02',
    responded_at: null,
  }
}

const UNMEASURED = { distance_m: null, distance_is_guess: false }

const ROUNDS = [
  aRound(1, { passed_over: [{ ...UNMEASURED, driver_id: 112, indicativ: '112', reason: 'other_zone' }] }),
  aRound(2, { drivers: [offered(27, 1, 'lost_race', 300), offered(112, 2, 'refused', 1240)] }),
  aRound(3, { passed_over: [{ ...UNMEASURED, driver_id: 112, indicativ: '112', reason: 'refused_this_order' }] }),
]

test('why not 112: one sentence per round', () => {
  expect(whyNot(ROUNDS, 112).map(({ sentence }) => sentence)).toEqual([
    'Pasul 1, 14:01:00: nu a fost întrebat: în altă zonă',
    'Pasul 2, 14:02:00: întrebat al 2-lea (1,2 km), refuzat',
    'Pasul 3, 14:03:00: nu a fost întrebat: a refuzat această comandă',
  ])
  expect(whyNot(ROUNDS, 27)[1]?.sentence).toBe('Pasul 2, 14:02:00: întrebat primul (300 m), altul a fost mai rapid')
})

test('a driver beyond the limit is told how far, and an estimated road is marked', () => {
  const far = { driver_id: 112, indicativ: '112', reason: 'beyond_limit' as const, distance_m: 1240 }
  const guessed = { ...offered(112, 1, 'refused', 800), route_m: 1040, route_is_guess: true }
  const rounds = [
    aRound(1, { passed_over: [{ ...far, distance_is_guess: false }] }),
    aRound(2, { passed_over: [{ ...far, distance_is_guess: true }] }),
    aRound(3, { drivers: [guessed] }),
  ]
  expect(whyNot(rounds, 112).map(({ sentence }) => sentence)).toEqual([
    'Pasul 1, 14:01:00: nu a fost întrebat: prea departe (1,2 km)',
    'Pasul 2, 14:02:00: nu a fost întrebat: prea departe (≈ 1,2 km)',
    'Pasul 3, 14:03:00: întrebat primul (≈ 1,0 km), refuzat',
  ])
})

test('a driver missing from a round is reported as such', () => {
  expect(whyNot(ROUNDS, 27)[0]?.sentence).toBe('Pasul 1, 14:01:00: nu făcea parte din companiile întrebate')
})

test('drivers are found by their call sign, with or without an offer', () => {
  expect(driverOfSign(ROUNDS, ' 112 ')).toBe(112)
  expect(driverOfSign(ROUNDS, '27')).toBe(27)
  expect(driverOfSign(ROUNDS, '999')).toBeNull()
})

test('a driver from whom a dispatcher took the order back: with what the dispatcher wrote', () => {
  const because = { reason: 'excluded_by_dispatcher', note: 'Nu răspunde' } as const
  const passed = { driver_id: 112, indicativ: '112', ...because, ...UNMEASURED }
  expect(whyNot([aRound(1, { passed_over: [passed] })], 112)[0]?.sentence).toBe(
    'Pasul 1, 14:01:00: nu a fost întrebat: exclus de dispecer („Nu răspunde”)',
  )
})
