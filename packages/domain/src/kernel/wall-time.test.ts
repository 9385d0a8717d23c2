import { expect, test } from 'vitest'
import { wallTime } from './wall-time.ts'

test('late summer evenings in UTC are already the next day in Bucharest', () => {
  expect(wallTime(new Date('2026-07-05T21:30:00Z'))).toEqual({ date: '2026-07-06', time: '00:30:00', weekday: 1 })
})
