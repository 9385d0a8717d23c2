import { expect, test } from 'vitest'
import { type SearchStep, STEP_DEFAULTS } from '../search-rules.ts'
import { bandsOf, differencesOf, MAX_RUNS, predictDay, runsOf } from './predict-day.ts'
import { pretendDay } from './testing/pretend-day.ts'
import type { ReplayRules } from './world.ts'

const world = pretendDay({ seed: 3, drivers: 12, orders: 60, hours: 4, positionEvery: 20 })

function radius(metres: number): ReplayRules {
  const step: SearchStep = { ...STEP_DEFAULTS, searchType: 'by_radius', searchSeconds: 15, searchLimit: metres }
  const interval = { id: 1, searchMethodId: 1, type: 'weekdays' as const, timeFrom: '00:00:00', timeTo: '23:59:59' }
  return { intervals: [{ ...interval, selectedDay: null, customDay: null, steps: [step] }] }
}

test.each([
  ['a small company: as many runs as help', 240, 40, MAX_RUNS],
  ['two thousand orders, 150 drivers', 2000, 150, 15],
  ['five thousand orders, 300 drivers: what half a minute allows', 5000, 300, 3],
  ['a larger one: fewer say nothing about the spread', 20_000, 900, 3],
  ['a day without orders', 0, 40, MAX_RUNS],
])('%s', (_name, orders, drivers, runs) => {
  expect(runsOf({ orders: Array(orders), drivers: Array(drivers) })).toBe(runs)
})

test('runs differ by chance, and a repeated prediction is the same', () => {
  const shares: number[] = []
  const first = predictDay(world, radius(3000), { runs: 5, onProgress: (share) => shares.push(share) })
  expect(new Set(first.map(({ offers }) => offers)).size).toBeGreaterThan(1)
  expect(predictDay(world, radius(3000), { runs: 5 })).toEqual(first)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares.at(-1)).toBeGreaterThan(0.9)
})

test('each run lies inside the range of its figure', () => {
  const outcomes = predictDay(world, radius(3000), { runs: 10 })
  const { unserved, medianSeconds, bans } = bandsOf(outcomes)
  const inside = outcomes.filter(
    (one) => unserved && one.unserved >= unserved.from && one.unserved <= unserved.to && one.medianSeconds !== null,
  )
  expect(inside.length).toBeGreaterThanOrEqual(8)
  expect(medianSeconds?.to).toBeGreaterThan(medianSeconds?.from ?? 0)
  expect(bans).toEqual({ from: 0, to: 0 })
})

test('the same rules differ in nothing, a wider radius in the unserved', () => {
  const saved = predictDay(world, radius(1500), { runs: 6 })
  expect(differencesOf(saved, predictDay(world, radius(1500), { runs: 6 })).unserved).toEqual({ from: 0, to: 0 })
  expect(differencesOf(saved, predictDay(world, radius(4000), { runs: 6 })).unserved?.to).toBeLessThan(0)
})
