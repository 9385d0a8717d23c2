// Apart from run-import.ts: the check of uploaded bytes that docs/security.md names.

import { MAX_IMPORT_BYTES } from '@dispecerat/contract/office/imports'
import { readCsv } from './read-csv.ts'
import { readSheet } from './read-sheet.ts'
import type { TableLine } from './table-line.ts'
import { TableRefused } from './table-refused.ts'

/** The rows of a CSV or XLSX file, the heading first. The format is detected from the bytes. Throws TableRefused. */
export async function readTable(file: Buffer, maxRows: number): Promise<TableLine[]> {
  if (file.length === 0) throw new TableRefused('Fișierul este gol')
  if (file.length > MAX_IMPORT_BYTES) throw new TableRefused('Fișierul poate avea cel mult 5 MiB')
  const lines = isZip(file) ? await readSheet(file, { maxRows: maxRows + 1 }) : readCsv(refuseOthers(file), maxRows + 1)
  if (lines.length === 0) throw new TableRefused('Fișierul este gol')
  return lines
}

function isZip(file: Buffer): boolean {
  return file.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))
}

/** Recognises XLS, HTML and PDF files, so that the error names the format instead of an unreadable column. */
function refuseOthers(file: Buffer): Buffer {
  const head = file.subarray(0, 512).toString('latin1').trimStart().toLowerCase()
  if (file.subarray(0, 4).equals(Buffer.from('d0cf11e0', 'hex'))) {
    throw new TableRefused('Fișierul este în formatul vechi XLS; salvați-l ca XLSX sau CSV')
  }
  if (head.startsWith('%pdf')) throw new TableRefused('Fișierul este PDF; este nevoie de CSV sau XLSX')
  if (/^(\u00ef\u00bb\u00bf)?<(!doctype|html|\?xml|script|table)/.test(head)) {
    throw new TableRefused('Fișierul este o pagină HTML, nu un tabel CSV sau XLSX')
  }
  return file
}
