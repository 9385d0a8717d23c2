import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { rowXml, SHEET_END, STYLES_XML, sheetStart } from './sheet-xml.ts'
import type { TableColumn, TableRow } from './table-columns.ts'

/** A sheet has at most 2^20 rows including the header; the rest continues in the next one. */
const ROWS_A_SHEET = 1_048_575
const ROWS_AT_ONCE = 250
/** Nearly the size of the best level for a third of its time. */
const PACKING = { compressionLevel: 3 }

/** Writes the table as a workbook that is compressed while its rows are read; rows beyond a sheet continue in the next. */
export function xlsxTable(
  columns: readonly TableColumn[],
  rows: AsyncIterable<TableRow> | Iterable<TableRow>,
  rowsASheet = ROWS_A_SHEET,
): Readable {
  const zip = new ZipFile()
  const file = zip.outputStream as Readable
  const source = rowsOf(rows)
  let sheets = 0
  const fail = (error: unknown) => file.destroy(error instanceof Error ? error : new Error('unreadable rows'))
  zip.on('error', fail)

  const addSheet = () => {
    sheets += 1
    const left = { more: false }
    const sheet = Readable.from(sheetText(columns, source, rowsASheet, left), { objectMode: false })
    sheet.once('error', fail)
    sheet.once('end', () => (left.more ? addSheet() : addWorkbook(zip, sheets)))
    file.once('close', () => sheet.destroy())
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`, PACKING)
  }
  addSheet()
  // A reader that stops ends the reading of the rows too.
  file.once('close', () => void source.return(undefined))
  return file
}

async function* rowsOf(rows: AsyncIterable<TableRow> | Iterable<TableRow>): AsyncGenerator<TableRow> {
  yield* rows
}

async function* sheetText(
  columns: readonly TableColumn[],
  source: AsyncGenerator<TableRow>,
  maxRows: number,
  left: { more: boolean },
): AsyncGenerator<string> {
  let text = sheetStart(columns)
  let count = 0
  for (;;) {
    if (count === maxRows) {
      left.more = true
      break
    }
    const next = await source.next()
    if (next.done) break
    text += rowXml(columns, next.value)
    count += 1
    if (count % ROWS_AT_ONCE !== 0) continue
    yield text
    text = ''
  }
  yield text + SHEET_END
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts that name the sheets; written last, when their number is known. */
function addWorkbook(zip: ZipFile, sheets: number): void {
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1)
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><sheets>${numbers.map((n) => `<sheet name="${n === 1 ? 'Tabel' : `Tabel ${n}`}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES_XML.replace(HEAD, ''),
  }
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(HEAD + text), name, PACKING)
  zip.end()
}
