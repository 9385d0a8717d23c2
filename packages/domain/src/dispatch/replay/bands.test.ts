import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Band, bandOf, differenceBand } from './bands.ts'

describe('the range of a figure', () => {
  const table: [string, readonly (number | null)[], Parameters<typeof bandOf>[1], Band | null][] = [
    ['of no run', [], {}, null],
    ['with a run that has no value', [4, null], {}, null],
    ['of equal runs is that value', [5, 5, 5], {}, { from: 5, to: 5 }],
    ['of equal counts is that count', [7, 7, 7], { isCount: true }, { from: 7, to: 7 }],
    ['is widened by the share of the model', [10, 10], { share: 0.2 }, { from: 8, to: 12 }],
    ['of counts ends at the nearest whole number', [2, 2], { share: 0.4, isCount: true }, { from: 1, to: 3 }],
  ]
  test.each(table)('%s', (_name, values, options, band) => {
    expect(bandOf(values, options)).toEqual(band)
  })

  test('of three runs is wider than of twenty with the same spread', () => {
    const few = bandOf([8, 10, 12]) ?? { from: 0, to: 0 }
    const many = bandOf(Array.from({ length: 21 }, (_, i) => 8 + 2 * (i % 3))) ?? { from: 0, to: 0 }
    expect(few.to - few.from).toBeGreaterThan(1.5 * (many.to - many.from))
  })

  test('holds the next value of the same kind in nine cases of ten', () => {
    /* Sums of twelve even numbers are close to a normal distribution. */
    const days = fc.sample(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 252, maxLength: 252 }), {
      numRuns: 400,
      seed: 5,
    })
    const inside = days.filter((dice) => {
      const values = Array.from({ length: 21 }, (_, i) => 100 + sumOf(dice.slice(i * 12, i * 12 + 12)))
      const band = bandOf(values.slice(1))
      const next = values[0] ?? 0
      return band !== null && next >= band.from && next <= band.to
    })
    expect(inside.length / days.length).toBeGreaterThan(0.86)
    expect(inside.length / days.length).toBeLessThan(0.94)
  })

  test('contains the mean and is never below zero', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(500), { minLength: 1, maxLength: 20 }), fc.boolean(), (values, isCount) => {
        const band = bandOf(values, { isCount })
        const mean = sumOf(values) / values.length
        expect(band?.from).toBeGreaterThanOrEqual(0)
        expect(band?.from).toBeLessThanOrEqual(mean + 0.5)
        expect(band?.to).toBeGreaterThanOrEqual(mean - 0.5)
      }),
    )
  })
})

describe('the difference of two variants', () => {
  test('of runs with the same dice is known better than either figure', () => {
    const saved = [10, 30, 20, 40]
    const changed = [8, 27, 18, 37]
    const band = differenceBand(saved, changed)
    expect(band?.from).toBeGreaterThan(-4)
    expect(band?.to).toBeLessThan(0)
  })

  test('is null where a run of either has no value', () => {
    expect(differenceBand([1, 2], [1, null])).toBeNull()
    expect(differenceBand([], [])).toBeNull()
  })
})

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
