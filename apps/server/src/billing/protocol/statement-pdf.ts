import type { Statement } from '@dispecerat/contract/billing/statements'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import {
  numberPages,
  openPages,
  type PrintedColumn,
  printedRon,
  printedTime,
  writeTable,
} from '../../platform/exports/exports.public.ts'

const MARGIN = 42

const COLUMNS: readonly PrintedColumn[] = [
  { label: 'Data', x: 42, width: 88, align: 'left' },
  { label: 'Comanda', x: 134, width: 50, align: 'left' },
  { label: 'Traseu', x: 188, width: 200, align: 'left' },
  { label: 'Cost', x: 392, width: 50, align: 'right' },
  { label: 'Reducere', x: 444, width: 52, align: 'right' },
  { label: 'De plată', x: 498, width: 55, align: 'right' },
]

/** The month of an account as an A4 PDF; the returned stream ends by itself. */
export function accountStatementPdf(statement: Statement, printedAt: Date): PDFKit.PDFDocument {
  const { account, company, month, orders, totals, is_cut } = statement
  const wall = month.split('-').reverse().join('.')
  const page = openPages(`Situația comenzilor ${wall} · ${account.name ?? account.id}`)
  page.font('bold').fontSize(16).text('Situația lunară a comenzilor', MARGIN, MARGIN)
  page.font('plain').fontSize(9.5).text(company.name)
  page.moveDown(0.6)
  page.font('bold').text(`Companie protocol: ${account.name ?? account.id}`)
  page.font('plain').text(`Luna: ${wall}`)
  page.text(`Comenzi încheiate: ${totals.orders}`)
  page.text(`Cost: ${ron(totals.cost)} RON · Reduceri: ${ron(totals.discount)} RON`)
  page.font('bold').text(`De plată: ${ron(totals.charged)} RON`)
  page.moveDown(0.8)
  writeTable(page, COLUMNS, orders.map(cellsOf))
  if (orders.length === 0) page.text('Nicio comandă încheiată în această lună.', MARGIN, page.y + 4)
  if (is_cut) page.text('Situația este prea lungă; exportați-o întreagă ca XLSX.', MARGIN, page.y + 4)
  numberPages(page, printedAt)
  page.end()
  return page
}

function cellsOf(order: Statement['orders'][number]): string[] {
  const at = fromWireTime(order.finished_at)
  return [
    at === null ? '' : printedTime(at),
    String(order.order_id),
    [order.pickup, order.destination].filter(Boolean).join(' → '),
    ron(order.cost),
    order.discount === 0 ? '' : `−${ron(order.discount)}`,
    ron(order.charged),
  ]
}

function ron(amount: number): string {
  return printedRon(Math.round(amount * 100))
}
