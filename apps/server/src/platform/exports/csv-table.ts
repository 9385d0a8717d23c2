// Apart from export-files.ts: every file format has its writer.

import { CSV_MARK, csvLine } from '../http/csv.ts'
import { readCell } from './read-cell.ts'
import type { Cell, TableColumn, TableRow } from './table-columns.ts'

const LINES_AT_ONCE = 250

/** Writes the table for a Romanian spreadsheet, a few hundred lines at a time. */
export async function* csvTable(
  columns: readonly TableColumn[],
  rows: AsyncIterable<TableRow> | Iterable<TableRow>,
): AsyncGenerator<string> {
  let text = CSV_MARK + csvLine(columns.map(({ label }) => label))
  let lines = 0
  for await (const row of rows) {
    text += csvLine(columns.map((column) => plain(readCell(column, row))))
    lines += 1
    if (lines % LINES_AT_ONCE !== 0) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

function plain(cell: Cell | null): string | number | null {
  if (cell === null) return null
  switch (cell.kind) {
    case 'text':
      return cell.text
    case 'number':
      return cell.value
    case 'ron':
      return Math.round(cell.value * 100) / 100
    default:
      return cell.wall
  }
}
