import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COUNTIES, cityOnInvoice, daysLater, invoiceTotals, monthDays, vatCategoryOf } from './invoice.ts'

test.each([
  ['registered', 'S'],
  ['not_registered', 'O'],
  ['exempt', 'E'],
] as const)('a company that is %s has VAT category %s', (state, category) => {
  expect(vatCategoryOf(state)).toBe(category)
})

describe('totals of an invoice', () => {
  test('121,00 with 21 % is 100,00 and 21,00', () => {
    expect(invoiceTotals([121_00], 2100)).toEqual({
      lineNets: [100_00],
      netBani: 100_00,
      vatBani: 21_00,
      roundingBani: 0,
      payableBani: 121_00,
    })
  })

  test('without VAT the net is the charged amount', () => {
    expect(invoiceTotals([10_01, 20_02], 0)).toMatchObject({ lineNets: [10_01, 20_02], vatBani: 0, roundingBani: 0 })
  })

  test('for any amounts: lines add up to the net, VAT is the rate of the net, and the payable amount is unchanged', () => {
    const rate = fc.constantFrom(0, 500, 900, 1100, 1900, 2100)
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 20 }),
        rate,
        (gross, r) => {
          const { lineNets, netBani, vatBani, roundingBani, payableBani } = invoiceTotals(gross, r)
          expect(lineNets.reduce((a, b) => a + b, 0)).toBe(netBani)
          expect(vatBani).toBe(Math.round(Number(((netBani * r) / 10_000).toFixed(6))))
          expect(payableBani).toBe(gross.reduce((a, b) => a + b, 0))
          expect(netBani + vatBani + roundingBani).toBe(payableBani)
          expect(Math.abs(roundingBani)).toBeLessThanOrEqual(1)
          expect(lineNets.every((net, i) => net >= 0 && net <= (gross[i] ?? 0) + 1)).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})

test.each([
  ['B', 'Sector 3', 'SECTOR3'],
  ['B', 'București, sectorul 1', 'SECTOR1'],
  ['B', 'București', null],
  ['B', 'Sector 7', null],
  ['BV', ' Brașov ', 'Brașov'],
])('in %s the city %j is written %j', (county, city, written) => {
  expect(cityOnInvoice(county, city)).toBe(written)
})

test('Romania has 41 counties and a capital', () => {
  expect(Object.keys(COUNTIES)).toHaveLength(42)
})

test('months and days', () => {
  expect(monthDays('2026-12')).toEqual({ first: '2026-12-01', next: '2027-01-01' })
  expect(monthDays('2026-02')).toEqual({ first: '2026-02-01', next: '2026-03-01' })
  expect(daysLater('2026-02-27', 3)).toBe('2026-03-02')
})
