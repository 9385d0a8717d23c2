import { expect, test } from 'vitest'
import { doubtOfFare, type FareDoubt, fareDoubtFigures, type SentFare } from './fare-doubt.ts'

const at = (seconds: number) => new Date(Date.parse('2026-03-02T10:00:00Z') + seconds * 1000)
const fare = (ron: number, estimate: number | null, seconds: number, isPositionMock = false): SentFare => ({
  costBani: Math.round(ron * 100),
  estimatedBani: estimate === null ? null : Math.round(estimate * 100),
  startedAt: at(0),
  finishedAt: at(seconds),
  isPositionMock,
  metresFromPickup: null,
})
const endedAt = (metres: number, sent: SentFare): SentFare => ({ ...sent, metresFromPickup: metres })

test.each<[string, SentFare, FareDoubt | null]>([
  ['the most a phone can send, seconds after the start', fare(99_999.99, 30, 40), 'above_estimate'],
  ['the same without an estimate', fare(99_999.99, null, 40), 'above_time'],
  ['three times the estimate and no more', fare(300, 100, 3600), null],
  ['more than three times the estimate', fare(300.01, 100, 3600), 'above_estimate'],
  ['many times the estimate, but not 100 RON above it', fare(110, 10, 3600), null],
  ['many times the estimate, and more than 100 RON above it', fare(110.01, 10, 3600), 'above_estimate'],
  ['an estimate of nothing', fare(100.01, 0, 3600), 'above_estimate'],
  ['start pressed only at the end of a short trip', fare(100, null, 0), null],
  ['more than a trip of no time may cost', fare(100.01, null, 0), 'above_time'],
  ['100 RON and 20 RON a minute', fare(300, null, 600), null],
  ['more than 100 RON and 20 RON a minute', fare(300.01, null, 600), 'above_time'],
  ['near the estimate, but in no time', fare(250, 240, 30), 'above_time'],
  ['a long trip over land', fare(900, null, 3 * 3600), null],
  ['a start after the end, by a clock that went back', fare(100, null, -60), null],
  ['metered by made-up positions', fare(35, null, 900, true), 'mock_position'],
  ['metered by made-up positions, above the estimate', fare(35, 30, 900, true), 'mock_position'],
  ['up to the estimate the position does not matter', fare(30, 30, 900, true), null],
  ['nothing is charged', fare(0, null, 5, true), null],
  ['ended at once where it began', endedAt(20, fare(25, 24, 4)), 'no_trip'],
  ['ended at once elsewhere: start was pressed at the destination', endedAt(301, fare(25, 24, 4)), null],
  ['back where it began, after a minute', endedAt(20, fare(25, 24, 60)), null],
  ['ended at once where it began, far above the estimate too', endedAt(20, fare(500, 24, 4)), 'no_trip'],
  ['nothing is charged for no trip', endedAt(0, fare(0, null, 4)), null],
])('%s', (_, sent, expected) => {
  expect(doubtOfFare(sent)).toBe(expected)
})

test('a trip that was never started has no duration', () => {
  expect(doubtOfFare({ ...fare(100.01, null, 3600), startedAt: null })).toBe('above_time')
})

test('a reason is reported with its figures, where there are any', () => {
  expect(fareDoubtFigures(null, fare(20, 20, 600))).toBeNull()
  expect(fareDoubtFigures('above_estimate', fare(399, 33, 40))).toEqual({
    reason: 'above_estimate',
    times: 12,
    trip_seconds: 40,
  })
  expect(fareDoubtFigures('above_estimate', fare(399, 0, 40))).toMatchObject({ times: null })
  const nothing = { costBani: null, estimatedBani: 20_00, startedAt: null, finishedAt: null }
  expect(fareDoubtFigures('above_time', nothing)).toEqual({ reason: 'above_time', times: null, trip_seconds: null })
})
