import { expect, test } from 'vitest'
import type { FareDoubtFigures } from './fare-doubt.ts'
import { fareDoubtReason } from './fare-doubt-labels.ts'

test.each<[FareDoubtFigures, string]>([
  [{ reason: 'above_estimate', times: 12, trip_seconds: 40 }, 'de 12 ori peste estimare'],
  [{ reason: 'above_estimate', times: 20, trip_seconds: 40 }, 'de 20 de ori peste estimare'],
  [{ reason: 'above_estimate', times: 105, trip_seconds: 40 }, 'de 105 ori peste estimare'],
  [{ reason: 'above_estimate', times: 3333, trip_seconds: 40 }, 'de 3333 de ori peste estimare'],
  [{ reason: 'above_estimate', times: null, trip_seconds: 40 }, 'mult peste estimare'],
  [{ reason: 'above_time', times: null, trip_seconds: 40 }, 'prea mare pentru 40 s de cursă'],
  [{ reason: 'above_time', times: null, trip_seconds: 270 }, 'prea mare pentru 5 min de cursă'],
  [{ reason: 'above_time', times: null, trip_seconds: null }, 'prea mare pentru durata cursei'],
  [{ reason: 'mock_position', times: 1, trip_seconds: 600 }, 'poziție falsificată pe telefonul șoferului'],
])('%o', (doubt, words) => {
  expect(fareDoubtReason(doubt)).toBe(words)
})
