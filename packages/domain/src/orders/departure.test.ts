import { describe, expect, test } from 'vitest'
import { FieldErrors } from '../kernel/errors.ts'
import { planDeparture } from './departure.ts'

const now = new Date('2026-03-01T18:00:00Z')
const at = (text: string) => new Date(`${text}Z`)

describe('departure and search start of an order', () => {
  const table: [string, string | null, string, string | null][] = [
    ['no wish is now', null, '2026-03-01T18:00:00', null],
    ['long past is now', '2026-03-01T17:54:59', '2026-03-01T18:00:00', null],
    ['five minutes past stays as typed', '2026-03-01T17:55:00', '2026-03-01T17:55:00', null],
    ['exactly the lead ahead is searched at once', '2026-03-01T18:15:00', '2026-03-01T18:15:00', null],
    ['a second more waits', '2026-03-01T18:15:01', '2026-03-01T18:15:01', '2026-03-01T18:00:01'],
    ['thirty days ahead is the furthest', '2026-03-31T18:00:00', '2026-03-31T18:00:00', '2026-03-31T17:45:00'],
  ]
  test.each(table)('%s', (_name, requested, departs, starts) => {
    expect(planDeparture(requested === null ? null : at(requested), now, 15)).toEqual({
      departureAt: at(departs),
      startAt: starts === null ? null : at(starts),
    })
  })

  test('a departure beyond thirty days is refused at its field', () => {
    expect(() => planDeparture(at('2026-03-31T18:00:01'), now, 15)).toThrow(FieldErrors)
  })

  test('without a lead the search starts at the departure itself', () => {
    expect(planDeparture(at('2026-03-01T18:00:01'), now, 0).startAt).toEqual(at('2026-03-01T18:00:01'))
  })
})
