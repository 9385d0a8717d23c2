import { invoiceTotals, shares } from '@dispecerat/domain/billing/invoice'
import type { CreditedLine } from '@dispecerat/domain/billing/invoice-amounts'
import type { InvoiceDocument } from './invoice-document.ts'

/** The gross amount of each line; older documents stored the net amount alone. */
export function grossOfLines({ lines, sums: totals }: InvoiceDocument): number[] {
  const nets = lines.map(({ netBani }) => netBani)
  const split = shares(nets, totals.netBani, totals.payableBani)
  return lines.map(({ grossBani }, index) => grossBani ?? split[index] ?? 0)
}

/** The document of a credit note over parts of an invoice: the same parties and VAT, its own lines and totals. */
export function creditDocument(
  { document, series, number }: { document: InvoiceDocument; series: string; number: number },
  credited: readonly CreditedLine[],
): InvoiceDocument {
  const { lineNets, ...totals } = invoiceTotals(
    credited.map(({ bani }) => bani),
    document.vat.rateHundredths,
  )
  return {
    ...document,
    sums: totals,
    lines: credited.map(({ line, bani }, index) => ({
      name: document.lines[line - 1]?.name ?? '',
      description: `Corecție la factura ${series} ${number}`,
      netBani: lineNets[index] ?? 0,
      grossBani: bani,
      creditsLine: line,
    })),
  }
}
