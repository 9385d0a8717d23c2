import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fareOf, isNightAt, type Tariff } from './tariff.ts'

const TARIFF: Tariff = {
  startFeeBani: 450,
  perKmBani: 399,
  perMinuteWaitBani: 50,
  nightPercent: 20,
  nightFrom: '22:00',
  nightTo: '06:00',
  minCostBani: 1200,
}
const NOON = new Date('2026-03-02T12:00:00+02:00')
const bani = fc.integer({ min: 0, max: 20_000 })
const anyTariff: fc.Arbitrary<Tariff> = fc.record({
  startFeeBani: bani,
  perKmBani: bani,
  perMinuteWaitBani: bani,
  nightPercent: fc.integer({ min: 0, max: 300 }),
  nightFrom: fc.constantFrom('00:00', '21:30', '22:00', '23:59'),
  nightTo: fc.constantFrom('00:00', '05:00', '06:00', '22:00'),
  minCostBani: bani,
})
const anyTrip = fc.record({
  metres: fc.integer({ min: 0, max: 500_000 }),
  waitSeconds: fc.integer({ min: 0, max: 36_000 }),
  at: fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
})

test('a fare is the start, the distance and the waiting, itemised', () => {
  expect(fareOf(TARIFF, { metres: 5200, waitSeconds: 90, at: NOON })).toEqual({
    costBani: 450 + 2075 + 75,
    isNight: false,
    lines: [
      { part: 'start', bani: 450, quantity: null },
      { part: 'distance', bani: 2075, quantity: 5200 },
      { part: 'waiting', bani: 75, quantity: 90 },
    ],
  })
})

test('a short ride costs the minimum, and the difference is a line of its own', () => {
  const { costBani, lines } = fareOf(TARIFF, { metres: 300, at: NOON })
  expect(costBani).toBe(1200)
  expect(lines.at(-1)).toEqual({ part: 'minimum', bani: 1200 - 450 - 120, quantity: null })
})

test('half a ban is rounded up', () => {
  const flat = { ...TARIFF, startFeeBani: 0, minCostBani: 0 }
  expect(fareOf({ ...flat, perKmBani: 101 }, { metres: 500, at: NOON }).costBani).toBe(51)
  expect(fareOf({ ...flat, perKmBani: 101 }, { metres: 499, at: NOON }).costBani).toBe(50)
})

test.each([
  ['2026-03-02T21:59:59+02:00', false],
  ['2026-03-02T22:00:00+02:00', true],
  ['2026-03-03T00:00:00+02:00', true],
  ['2026-03-03T05:59:59+02:00', true],
  ['2026-03-03T06:00:00+02:00', false],
])('a night from 22 to 6 runs over midnight: at %s it is %s', (at, isNight) => {
  expect(isNightAt(TARIFF, new Date(at))).toBe(isNight)
  expect(fareOf(TARIFF, { metres: 10_000, at: new Date(at) }).costBani).toBe(isNight ? 5328 : 4440)
})

test('in the repeated hour of the autumn night both passes are night; a night that ends in it ends twice', () => {
  const untilHalfPast = { nightFrom: '22:00', nightTo: '03:30' }
  const first = ['2026-10-25T03:29:59+03:00', '2026-10-25T03:30:00+03:00']
  const second = ['2026-10-25T03:29:59+02:00', '2026-10-25T03:30:00+02:00']
  expect([...first, ...second].map((at) => isNightAt(untilHalfPast, new Date(at)))).toEqual([true, false, true, false])
})

test('a night that begins in the hour skipped in spring begins after it', () => {
  const fromSkipped = { nightFrom: '03:30', nightTo: '06:00' }
  expect(isNightAt(fromSkipped, new Date('2026-03-29T02:59:59+02:00'))).toBe(false)
  expect(isNightAt(fromSkipped, new Date('2026-03-29T04:00:00+03:00'))).toBe(true)
})

test('a night that ends when it begins is no night', () => {
  expect(isNightAt({ nightFrom: '22:00', nightTo: '22:00' }, new Date('2026-03-02T22:00:00+02:00'))).toBe(false)
})

test('no fare is below the minimum, and its lines add up to it in whole bani', () => {
  fc.assert(
    fc.property(anyTariff, anyTrip, (tariff, trip) => {
      const { costBani, lines } = fareOf(tariff, trip)
      expect(costBani).toBeGreaterThanOrEqual(tariff.minCostBani)
      expect(Number.isSafeInteger(costBani)).toBe(true)
      expect(lines.reduce((sum, line) => sum + line.bani, 0)).toBe(costBani)
    }),
  )
})

test('a longer road or wait never costs less, and the night never less than the day', () => {
  fc.assert(
    fc.property(anyTariff, anyTrip, fc.nat(50_000), fc.nat(3_600), (tariff, trip, more, longer) => {
      const { costBani } = fareOf(tariff, trip)
      expect(fareOf(tariff, { ...trip, metres: trip.metres + more }).costBani).toBeGreaterThanOrEqual(costBani)
      expect(fareOf(tariff, { ...trip, waitSeconds: trip.waitSeconds + longer }).costBani).toBeGreaterThanOrEqual(
        costBani,
      )
      expect(fareOf({ ...tariff, nightPercent: 0 }, trip).costBani).toBeLessThanOrEqual(costBani)
    }),
  )
})
