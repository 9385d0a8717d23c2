import { expect, test } from 'vitest'
import { fromWireTime, toWireTime } from './wire-time.ts'

test('an instant round-trips as UTC without a zone', () => {
  const instant = new Date('2026-10-25T00:30:00Z')
  expect(toWireTime(instant)).toBe('2026-10-25 00:30:00')
  expect(fromWireTime('2026-10-25 00:30:00')).toEqual(instant)
})

test('ISO with a zone is read in that zone', () => {
  expect(fromWireTime('2026-10-25T03:30:00+03:00')).toEqual(new Date('2026-10-25T00:30:00Z'))
  expect(fromWireTime('2026-10-25T00:30:00Z')).toEqual(new Date('2026-10-25T00:30:00Z'))
})

test.each(['', 'azi', '2026-13-01 00:00:00', '2026-02-30', '1e12', '2026-01-01 25:00:00'])(
  '%j is not a time',
  (text) => {
    expect(fromWireTime(text)).toBeNull()
  },
)
