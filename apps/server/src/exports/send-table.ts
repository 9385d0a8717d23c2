import { Readable } from 'node:stream'
import { FileAnswer } from '../http/file-answer.ts'
import { csvTable } from './csv-table.ts'
import type { TableColumn, TableRow } from './table-columns.ts'
import { xlsxTable } from './xlsx-table.ts'

/** What a reply must be able to do to carry a file. */
interface Reply {
  header(name: string, value: string): unknown
}

interface Table {
  format: 'csv' | 'xlsx'
  /** Without its ending: 'masini'. */
  fileName: string
  columns: readonly TableColumn[]
  rows: AsyncIterable<TableRow> | Iterable<TableRow>
}

/** Nobody reads for this long: the file and its rows are let go. */
const PATIENCE_MS = 60_000

/**
 * The table as a file, written while it is read: `return sendTable(reply, {…})` from a route. Rows are asked for as fast as
 * the browser takes them; whoever goes away ends the reading. Texts that look like formulas stay texts.
 */
export function sendTable(reply: Reply, { format, fileName, columns, rows }: Table): FileAnswer {
  reply.header('content-disposition', `attachment; filename="${fileName.replaceAll(/[^\w.-]/g, '_')}.${format}"`)
  if (format === 'xlsx') {
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    return new FileAnswer(type, endWhenUnread(xlsxTable(columns, rows)))
  }
  const text = Readable.from(csvTable(columns, rows), { objectMode: false })
  return new FileAnswer('text/csv; charset=utf-8', endWhenUnread(text))
}

/** A browser that neither reads nor goes away would hold a connection of the database for ever. */
function endWhenUnread(file: Readable): Readable {
  let readAt = performance.now()
  const read = file.read.bind(file)
  file.read = (size) => {
    readAt = performance.now()
    return read(size)
  }
  const watch = setInterval(() => {
    if (performance.now() - readAt > PATIENCE_MS) file.destroy(new Error('nobody reads the export'))
  }, PATIENCE_MS / 4)
  watch.unref()
  file.once('close', () => clearInterval(watch))
  return file
}
