import {
  numberPages,
  openPages,
  type PrintedColumn,
  printedRon,
  writeTable,
} from '../../platform/exports/exports.public.ts'
import type { NumberedDocument } from './efactura-xml.ts'
import type { InvoiceDocument, InvoiceParty } from './invoice-document.ts'

const MARGIN = 42
const HALF = 245
const RIGHT = 308

const COLUMNS: readonly PrintedColumn[] = [
  { label: 'Nr.', x: 42, width: 26, align: 'left' },
  { label: 'Denumire', x: 72, width: 180, align: 'left' },
  { label: 'Descriere', x: 256, width: 200, align: 'left' },
  { label: 'Valoare fără TVA', x: 460, width: 93, align: 'right' },
]

/** An invoice or a credit note as an A4 PDF; the legally binding form is the e-Factura. */
export function invoicePdf(issued: NumberedDocument, printedAt: Date): PDFKit.PDFDocument {
  const { kind, number, issuedOn, dueOn, corrects, document } = issued
  const title = `${kind === 'invoice' ? 'Factura' : 'Nota de creditare'} ${number}`
  const page = openPages(title)
  page.font('bold').fontSize(16).text(title, MARGIN, MARGIN)
  page.font('plain').fontSize(9.5)
  page.text(`Emisă: ${roDay(issuedOn)}${kind === 'invoice' ? ` · Scadentă: ${roDay(dueOn)}` : ''}`)
  if (corrects) page.text(`Corectează factura ${corrects.number} din ${roDay(corrects.issuedOn)}`)
  if (document.contractNo) page.text(`Contract: ${document.contractNo}`)
  page.moveDown(0.8)
  writeParties(page, document)
  writeTable(
    page,
    COLUMNS,
    document.lines.map(({ name, description, netBani }, index) => [
      String(index + 1),
      name,
      description,
      printedRon(netBani),
    ]),
  )
  writeTotals(page, document, kind === 'invoice' ? 'Total de plată' : 'Total stornat')
  if (document.note) page.font('plain').text(`Mențiuni: ${document.note}`, MARGIN, page.y + 8)
  numberPages(page, printedAt)
  page.end()
  return page
}

function writeParties(page: PDFKit.PDFDocument, { seller, buyer }: InvoiceDocument): void {
  const top = page.y
  const bank = [seller.bank, seller.iban].filter(Boolean).join(' · ')
  writeParty(page, { label: 'Furnizor', party: seller, x: MARGIN, top })
  if (bank) page.text(bank, MARGIN, page.y, { width: HALF })
  const left = page.y
  writeParty(page, { label: 'Client', party: buyer, x: RIGHT, top })
  page.y = Math.max(left, page.y)
  page.moveDown(1)
}

function writeParty(
  page: PDFKit.PDFDocument,
  { label, party, x, top }: { label: string; party: InvoiceParty; x: number; top: number },
): void {
  const { legalName, cui, paysVat, regCom, street, city, county, email } = party
  const lines = [`CUI: ${paysVat ? 'RO' : ''}${cui}`, regCom, `${street}, ${city}, ${county}`, email]
  page.font('bold').text(`${label}: ${legalName}`, x, top, { width: HALF })
  page.font('plain')
  for (const line of lines) if (line) page.text(line, x, page.y, { width: HALF })
}

function writeTotals(page: PDFKit.PDFDocument, document: InvoiceDocument, total: string): void {
  const options = { width: 553 - MARGIN, align: 'right' } as const
  page.moveDown(0.6)
  page.font('plain').fontSize(9.5)
  for (const line of totalLines(document)) {
    const text = line.bani === null ? line.label : `${line.label}: ${printedRon(line.bani)} RON`
    page.text(text, MARGIN, page.y, options)
  }
  page.font('bold').fontSize(12)
  page.text(`${total}: ${printedRon(document.sums.payableBani)} RON`, MARGIN, page.y, options)
  page.fontSize(9.5)
}

/** The rows between the lines and the total, which add up to it; a row without an amount explains why there is no VAT. */
export function totalLines({
  sums: totals,
  vat,
}: Pick<InvoiceDocument, 'sums' | 'vat'>): { label: string; bani: number | null }[] {
  const percent = (vat.rateHundredths / 100).toLocaleString('ro-RO')
  const tax =
    vat.category === 'S'
      ? { label: `TVA ${percent} %`, bani: totals.vatBani }
      : { label: vat.reason ?? 'Fără TVA', bani: null }
  const rounding = totals.roundingBani === 0 ? [] : [{ label: 'Rotunjire', bani: totals.roundingBani }]
  return [{ label: 'Total fără TVA', bani: totals.netBani }, tax, ...rounding]
}

/** '2026-11-21' → '21.11.2026'. */
function roDay(day: string): string {
  return day.split('-').reverse().join('.')
}
