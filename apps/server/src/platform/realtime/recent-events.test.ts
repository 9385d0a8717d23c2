import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredEvent } from '../db/event-log.ts'
import { MAX_RECENT, RecentEvents } from './recent-events.ts'

const AT = new Date('2026-03-01T18:00:00Z')
const from = (first: number, count: number): StoredEvent[] =>
  Array.from({ length: count }, (_, n) => ({
    seq: first + n,
    at: AT,
    event: 'cars_changed',
    channel: null,
    toCompanies: [asId<CompanyId>(1)],
    toUsers: [],
    data: {},
  }))
const numbersOf = (events: readonly StoredEvent[] | null) => events?.map(({ seq }) => seq) ?? null

test('a range is returned whole, or not at all when a part of it is not in memory', () => {
  const range = fc.record({ seq: fc.integer({ min: 0, max: 40 }), upTo: fc.integer({ min: 20, max: 40 }) })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20 }), range, (count, { seq, upTo }) => {
      const recent = new RecentEvents(20 - count)
      recent.add(from(21 - count, count))
      recent.add(from(21, 20))
      const expected = from(1, 40)
        .map((event) => event.seq)
        .filter((number) => number > seq && number <= upTo)
      expect(numbersOf(recent.between(seq, upTo))).toEqual(seq < 20 - count ? null : expected)
    }),
  )
})

test('beyond twice the limit the oldest events are dropped and their range is no longer returned', () => {
  const recent = new RecentEvents(0)
  recent.add(from(1, 2 * MAX_RECENT - 1))
  expect(recent.between(0, MAX_RECENT)?.length).toBe(MAX_RECENT)
  recent.add(from(2 * MAX_RECENT, 1))
  expect(recent.between(MAX_RECENT - 1, 2 * MAX_RECENT)).toBeNull()
  expect(recent.between(MAX_RECENT, 2 * MAX_RECENT)?.length).toBe(MAX_RECENT)
})
