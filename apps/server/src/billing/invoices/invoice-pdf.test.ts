import { invoiceTotals } from '@dispecerat/domain/billing/invoice'
import { expect, test } from 'vitest'
import { totalLines } from './invoice-pdf.ts'

const printed = (gross: readonly number[], rateHundredths: number) => {
  const { lineNets, ...totals } = invoiceTotals(gross, rateHundredths)
  const vat = { category: rateHundredths > 0 ? 'S' : 'O', rateHundredths, reason: null } as const
  return { lineNets, total: totals.payableBani, lines: totalLines({ sums: totals, vat }) }
}

test('the amounts below an invoice or a credit note add up to its total, whatever was charged', () => {
  const named = new Set<string>()
  for (let bani = 1; bani <= 3_000; bani++) {
    const { lineNets, total, lines } = printed([bani, 1_999], 2_100)
    expect(lines.reduce((sum, line) => sum + (line.bani ?? 0), 0)).toBe(total)
    expect(lines[0]?.bani).toBe(lineNets.reduce((sum, net) => sum + net, 0))
    for (const { label } of lines) named.add(label)
  }
  expect([...named]).toEqual(['Total fără TVA', 'TVA 21 %', 'Rotunjire'])
})

test('a document of a seller that pays no VAT has neither VAT nor rounding', () => {
  expect(printed([1_234], 0).lines).toEqual([
    { label: 'Total fără TVA', bani: 1_234 },
    { label: 'Fără TVA', bani: null },
  ])
})
