import { expect, test } from 'vitest'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

function throws(random: SeededRandom, times = 1000): number[] {
  return Array.from({ length: times }, () => random.next())
}

test('the same seed gives the same sequence, another seed another', () => {
  expect(throws(seededRandom(7))).toEqual(throws(seededRandom(7)))
  expect(throws(seededRandom(7))).not.toEqual(throws(seededRandom(8)))
})

test('every number is at least 0 and below 1, and they are spread evenly', () => {
  const all = throws(seededRandom(1), 20_000)
  expect(Math.min(...all)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...all)).toBeLessThan(1)
  const tenths = Array.from({ length: 10 }, (_, tenth) => all.filter((x) => Math.floor(x * 10) === tenth).length)
  for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(200)
})

test('a fork is independent of what its parent or other forks draw', () => {
  const parent = seededRandom(3)
  const before = throws(parent.fork('cars'), 5)
  throws(parent, 100)
  throws(parent.fork('people'), 100)
  expect(throws(parent.fork('cars'), 5)).toEqual(before)
  expect(throws(parent.fork('people'), 5)).not.toEqual(before)
})

test('whole numbers reach both ends, weights are respected, a shuffle loses nothing', () => {
  const random = seededRandom(5)
  const faces = new Set(Array.from({ length: 200 }, () => random.whole(1, 6)))
  expect([...faces].sort()).toEqual([1, 2, 3, 4, 5, 6])

  const picks = Array.from({ length: 4000 }, () =>
    random.weighted([
      ['rare', 1],
      ['usual', 9],
      ['never', 0],
    ] as const),
  )
  expect(picks.filter((pick) => pick === 'rare').length / 4000).toBeCloseTo(0.1, 1)
  expect(picks).not.toContain('never')

  const cards = Array.from({ length: 52 }, (_, card) => card)
  const mixed = random.shuffled(cards)
  expect(mixed).not.toEqual(cards)
  expect(mixed.sort((a, b) => a - b)).toEqual(cards)
  expect(() => random.pick([])).toThrow('nothing to pick from')
})
