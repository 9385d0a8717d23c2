import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import {
  numberPages,
  openPages,
  type PrintedColumn,
  printedRon,
  printedTime,
  writeTable,
} from '../../platform/exports/exports.public.ts'
import type { Statement } from './statement.views.ts'
import { METHODS, ROW_TYPES } from './table-labels.ts'

const MARGIN = 42

const COLUMNS: readonly PrintedColumn[] = [
  { label: 'Data', x: 42, width: 88, align: 'left' },
  { label: 'Operațiune', x: 134, width: 96, align: 'left' },
  { label: 'Detalii', x: 234, width: 164, align: 'left' },
  { label: 'Sumă (RON)', x: 402, width: 70, align: 'right' },
  { label: 'Sold (RON)', x: 476, width: 77, align: 'right' },
]

/** The statement as an A4 PDF; the returned stream ends by itself. */
export function statementPdf(statement: Statement, printedAt: Date): PDFKit.PDFDocument {
  const page = openPages(`Extras de cont ${statement.driver.indicativ ?? statement.driver.identifier ?? ''}`.trim())
  writeHead(page, statement)
  writeTable(page, COLUMNS, statement.rows.map(cellsOf))
  if (statement.rows.length === 0) page.text('Nicio mișcare în această perioadă.', MARGIN, page.y + 4)
  if (statement.isCut) page.text('Extrasul este prea lung; exportați-l întreg ca XLSX.', MARGIN, page.y + 4)
  numberPages(page, printedAt)
  page.end()
  return page
}

function writeHead(page: PDFKit.PDFDocument, { company, driver, period, openingBani, closingBani }: Statement): void {
  page.font('bold').fontSize(16).text('Extras de cont', MARGIN, MARGIN)
  page.font('plain').fontSize(9.5)
  page.text([company.name, company.cui ? `CUI ${company.cui}` : '', company.address ?? ''].filter(Boolean).join(' · '))
  page.moveDown(0.6)
  const who = [driver.indicativ, driver.name, driver.identifier ? `cod ${driver.identifier}` : '']
  page.font('bold').text(`Șofer: ${who.filter(Boolean).join(' · ')}`)
  page.font('plain').text(`Perioada: ${printedTime(period.from)} – ${printedTime(period.to)}`)
  page.text(`Sold la început: ${printedRon(openingBani)} RON`)
  page.font('bold').text(`Sold la sfârșit: ${printedRon(closingBani)} RON`)
  page.moveDown(0.8)
}

function cellsOf(row: Statement['rows'][number]): string[] {
  const at = fromWireTime(row.created_at)
  const details = [
    row.order_id === null ? null : `comanda ${row.order_id}`,
    row.counterparty_name,
    row.method === null ? null : (METHODS[row.method] ?? null),
    row.note,
  ]
  return [
    at === null ? '' : printedTime(at),
    ROW_TYPES[row.type] ?? row.type,
    details.filter(Boolean).join(' · '),
    printedRon(Math.round(row.amount * 100)),
    printedRon(Math.round(row.balance_after * 100)),
  ]
}
