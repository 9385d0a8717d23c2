import { createRequire } from 'node:module'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import PDFDocument from 'pdfkit'

const require = createRequire(import.meta.url)
/** The standard fonts of PDF have no ș and no ț. */
const PLAIN = require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')
const BOLD = require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')

const MARGIN = 42
const LINE = 16
const BOTTOM = 780

export interface PrintedColumn {
  label: string
  x: number
  width: number
  align: 'left' | 'right'
}

/** A4 pages, with the fonts 'plain' and 'bold'; end them with `numberPages` and `end()`. */
export function openPages(title: string): PDFKit.PDFDocument {
  const page = new PDFDocument({ size: 'A4', margin: MARGIN, bufferPages: true, info: { Title: title }, lang: 'ro' })
  page.registerFont('plain', PLAIN).registerFont('bold', BOLD)
  return page
}

/** A table that repeats its headers on each page. */
export function writeTable(
  page: PDFKit.PDFDocument,
  columns: readonly PrintedColumn[],
  rows: Iterable<readonly string[]>,
): void {
  writeTitles(page, columns)
  page.font('plain').fontSize(8.5)
  for (const cells of rows) {
    if (page.y > BOTTOM - LINE) {
      page.addPage()
      writeTitles(page, columns)
      page.font('plain').fontSize(8.5)
    }
    writeCells(page, columns, cells)
  }
}

function writeTitles(page: PDFKit.PDFDocument, columns: readonly PrintedColumn[]): void {
  page.font('bold').fontSize(8.5)
  const labels = columns.map(({ label }) => label)
  writeCells(page, columns, labels)
  page
    .moveTo(MARGIN, page.y - 3)
    .lineTo(553, page.y - 3)
    .lineWidth(0.5)
    .stroke()
}

function writeCells(page: PDFKit.PDFDocument, columns: readonly PrintedColumn[], cells: readonly string[]): void {
  const top = page.y
  columns.forEach(({ x, width, align }, index) => {
    page.text(cells[index] ?? '', x, top, { width, align, height: LINE, ellipsis: true, lineBreak: false })
  })
  page.y = top + LINE
}

/** 'Tipărit … · pagina 1 din 3' at the foot of each page. */
export function numberPages(page: PDFKit.PDFDocument, printedAt: Date): void {
  const { start, count } = page.bufferedPageRange()
  for (let index = start; index < start + count; index++) {
    page.switchToPage(index)
    // A text below the margin would start a new page.
    page.page.margins.bottom = 0
    page.font('plain').fontSize(7.5)
    const foot = `Tipărit ${printedTime(printedAt)} · pagina ${index - start + 1} din ${count}`
    page.text(foot, MARGIN, 808, { width: 511, align: 'right', lineBreak: false })
  }
}

/** 21.11.2026 14:32 in Bucharest. */
export function printedTime(at: Date): string {
  const { date, time } = wallTime(at)
  return `${date.split('-').reverse().join('.')} ${time.slice(0, 5)}`
}

const LEI = new Intl.NumberFormat('ro', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** −1.234,50 */
export function printedRon(bani: number): string {
  return `${bani < 0 ? '−' : ''}${LEI.format(Math.abs(ronFromBani(bani)))}`
}
