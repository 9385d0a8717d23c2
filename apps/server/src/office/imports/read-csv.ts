import { CsvError, parse } from 'csv-parse/sync'
import { MAX_CELL_CHARACTERS, MAX_COLUMNS, type TableLine } from './table-line.ts'
import { TableRefused } from './table-refused.ts'

/**
 * Parses a CSV: UTF-8 with or without a byte order mark, otherwise Windows-1250; separated by semicolons, commas or tabs. Throws
 * TableRefused.
 */
export function readCsv(file: Buffer, maxRows: number): TableLine[] {
  const text = textOf(file)
  if (text.includes('\0')) throw new TableRefused('Fișierul nu este un tabel CSV')
  try {
    const records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      skipRecordsWithEmptyValues: true,
      trim: true,
      to: maxRows + 1,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    if (records.length > maxRows) throw new TableRefused(`Fișierul are mai mult de ${maxRows - 1} de rânduri`)
    return records.map(({ record }, i) => {
      if (record.length > MAX_COLUMNS) throw new TableRefused(`Fișierul are mai mult de ${MAX_COLUMNS} de coloane`)
      return { row: i + 1, cells: record.map((cell) => withoutQuote(cell).slice(0, MAX_CELL_CHARACTERS)) }
    })
  } catch (error) {
    if (error instanceof CsvError) throw new TableRefused('Fișierul CSV are ghilimele neînchise')
    throw error
  }
}

/** Our exports put an apostrophe before a text that would be a formula; it is removed again. */
function withoutQuote(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}

function textOf(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    // Excel on Romanian and Hungarian Windows writes this encoding.
    return new TextDecoder('windows-1250').decode(file)
  }
}

/** The separator that occurs most often in the heading, outside of quotes. */
function delimiterOf(text: string): string {
  const head = (text.split(/\r?\n/, 1)[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const counts = [';', ',', '\t'].map((sign) => ({ sign, count: head.split(sign).length }))
  return counts.reduce((max, one) => (one.count > max.count ? one : max)).sign
}
