import type { Tariff } from '@dispecerat/domain/orders/tariff'
import { expect, test } from 'vitest'
import { explainedFare } from './fare-lines.ts'

const PRICE: Tariff = {
  startFeeBani: 450,
  perKmBani: 399,
  perMinuteWaitBani: 80,
  nightPercent: 20,
  nightFrom: '22:00',
  nightTo: '06:00',
  minCostBani: 1200,
}
const DAY = new Date('2026-01-15T10:00:00Z')
const NIGHT = new Date('2026-01-15T21:30:00Z')

test('each line shows its calculation, and the lines add up to the total', () => {
  const { ron, lines } = explainedFare(PRICE, { metres: 12_400, waitSeconds: 300, at: NIGHT })
  expect(lines).toEqual([
    { part: 'start', how: 'la pornire', ron: 4.5 },
    { part: 'distance', how: '12,4 km × 3,99 RON', ron: 49.48 },
    { part: 'waiting', how: '5 min × 0,80 RON', ron: 4 },
    { part: 'night', how: '20 % din 57,98 RON, plecarea este noaptea', ron: 11.6 },
  ])
  expect(ron).toBe(69.58)
})

test('a short trip is raised to the minimum cost, with a line for it', () => {
  const { ron, lines } = explainedFare(PRICE, { metres: 1000, waitSeconds: 0, at: DAY })
  expect(lines.at(-1)).toEqual({ part: 'minimum', how: 'suma de 8,49 RON este sub minimul de 12,00 RON', ron: 3.51 })
  expect(ron).toBe(12)
})
