import { expect, test } from 'vitest'
import { dayAndSecond, dayAndTime } from '../../text/format.ts'
import { runningBan } from './ban-clock.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')

test('a ban shows its end in Bucharest and the remaining time, to the second', () => {
  const ban = (showTime: (at: Date) => string) => runningBan('2026-11-21 14:59:59', NOON, showTime)
  expect(ban(dayAndTime)).toEqual({ until: 'Blocat până la 21.11.2026 16:59', left: '2:59:59' })
  expect(ban(dayAndSecond)?.until).toBe('Blocat până la 21.11.2026 16:59:59')
})

test('the last second of a ban counts, the next one frees the driver', () => {
  expect(runningBan('2026-11-21 12:00:00', NOON, dayAndTime)).not.toBeNull()
  expect(runningBan('2026-11-21 12:00:00', NOON + 1000, dayAndTime)).toBeNull()
})

test('a permanent ban has no countdown, and without a ban there is none', () => {
  expect(runningBan('2100-01-01 00:00:00', NOON, dayAndTime)).toEqual({ until: 'Blocat permanent', left: null })
  expect(runningBan(null, NOON, dayAndTime)).toBeNull()
})
