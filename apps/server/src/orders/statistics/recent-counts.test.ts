import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { TestClock } from '../../testing/test-clock.ts'
import { RecentCounts } from './recent-counts.ts'
import type { TradeCounts } from './statistics.views.ts'

const scope = { companies: [asId<CompanyId>(2), asId<CompanyId>(1)], ownUserId: null }

/** A count that resolves only when the test lets it. */
function slowCount() {
  const waiting: ((n: number) => void)[] = []
  const count = () =>
    new Promise<TradeCounts>((resolve) => waiting.push((n) => resolve({ ordersTotalCount: n } as TradeCounts)))
  return { count, waiting }
}
const total = async (counts: Promise<TradeCounts>) => (await counts).ordersTotalCount

test('many concurrent requests during changes start one count and wait for one more', async () => {
  const { count, waiting } = slowCount()
  const recent = new RecentCounts(new TestClock('2026-03-01T20:00:00Z'), count)
  const first = recent.of(scope)
  recent.changed([asId<CompanyId>(1)])
  const crowd = Array.from({ length: 20 }, () => recent.of(scope))
  expect(waiting).toHaveLength(1)
  waiting[0]?.(7)
  expect(await total(first)).toBe(7)
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]?.(8)
  expect(await Promise.all(crowd.map(total))).toEqual(crowd.map(() => 8))
  expect(await total(recent.of(scope))).toBe(8)
  expect(waiting).toHaveLength(2)
})

test("another company's change leaves counts cached; an admin's counts are affected by every change", async () => {
  const { count, waiting } = slowCount()
  const recent = new RecentCounts(new TestClock('2026-03-01T20:00:00Z'), count)
  const mine = recent.of(scope)
  const every = recent.of({ companies: 'every', ownUserId: null })
  for (const answer of waiting) answer(1)
  await Promise.all([mine, every])
  recent.changed([asId<CompanyId>(9)])
  expect(recent.of(scope)).toBe(mine)
  expect(recent.of({ companies: 'every', ownUserId: null })).not.toBe(every)
})

test('a failed count is not cached', async () => {
  let started = 0
  const recent = new RecentCounts(new TestClock('2026-03-01T20:00:00Z'), () => {
    started += 1
    return started === 1
      ? Promise.reject(new Error('no database'))
      : Promise.resolve({ ordersTotalCount: 3 } as TradeCounts)
  })
  await expect(recent.of(scope)).rejects.toThrow('no database')
  expect(await total(recent.of(scope))).toBe(3)
})
