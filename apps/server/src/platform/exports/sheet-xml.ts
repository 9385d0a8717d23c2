import { readCell } from './read-cell.ts'
import { type Cell, STARTS_LIKE_A_FORMULA, type TableColumn, type TableRow } from './table-columns.ts'

/** Styles by their index in STYLES_XML. */
const STYLE = { head: 1, quoted: 2, ron: 3, time: 4, date: 5 } as const

export const STYLES_XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf fontId="1" applyFont="1"/><xf quotePrefix="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`

export const SHEET_END = '</sheetData></worksheet>'

/** The beginning of a sheet with its header row, which stays visible while scrolling. */
export function sheetStart(columns: readonly TableColumn[]): string {
  const widths = columns
    .map(({ label, kind = 'text' }, i) => {
      const width = Math.max(label.length + 2, kind === 'time' ? 19 : kind === 'text' ? 18 : 12)
      return `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`
    })
    .join('')
  const head = columns.map(({ label }) => textXml(label, STYLE.head)).join('')
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData><row>${head}</row>`
}

export function rowXml(columns: readonly TableColumn[], row: TableRow): string {
  let text = '<row>'
  for (const column of columns) text += cellXml(readCell(column, row))
  return `${text}</row>`
}

function cellXml(cell: Cell | null): string {
  if (cell === null) return '<c/>'
  switch (cell.kind) {
    case 'text':
      return textXml(cell.text, STARTS_LIKE_A_FORMULA.test(cell.text) ? STYLE.quoted : 0)
    case 'number':
      return `<c><v>${cell.value}</v></c>`
    case 'ron':
      return `<c s="${STYLE.ron}"><v>${cell.value}</v></c>`
    default: {
      const serial = serialOf(cell.wall)
      return serial === null ? textXml(cell.wall, 0) : `<c s="${STYLE[cell.kind]}"><v>${serial}</v></c>`
    }
  }
}

/** A string cell is always a text; the quote prefix keeps it one after somebody edits it. */
function textXml(text: string, style: number): string {
  return `<c t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

/** Days since 1899-12-30, as spreadsheets count. */
function serialOf(wall: string): number | null {
  const ms = Date.parse(`${wall.length === 10 ? `${wall} 00:00:00` : wall}Z`.replace(' ', 'T'))
  return Number.isNaN(ms) ? null : Math.round((ms / 86_400_000 + 25_569) * 1e6) / 1e6
}

const MAX_CHARACTERS = 32_767
/** The special characters of XML, and those that XML 1.0 cannot contain: control characters and unpaired surrogates. */
const TO_MEND = /[&<>\ufffe\uffff]|(?![\t\n\r])\p{Cc}|\p{Cs}/gu
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escaped(text: string): string {
  return text.slice(0, MAX_CHARACTERS).replace(TO_MEND, (found) => ENTITIES[found] ?? '')
}
