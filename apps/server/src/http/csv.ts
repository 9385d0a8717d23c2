/** Spreadsheets take a file for UTF-8 by this mark. */
export const CSV_MARK = '\uFEFF'

/** One line of a table for a Romanian spreadsheet: semicolons, decimal commas. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => cellOf(cell)).join(';')}\r\n`
}

/** A phone is no formula: an apostrophe before it would reach whoever reads the file with a program. */
const PHONE = /^\+\d{8,15}$/

/** A text that a spreadsheet would run as a formula is kept a text. */
function cellOf(cell: string | number | null): string {
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const text = /^[=+\-@\t\r]/.test(cell ?? '') && !PHONE.test(cell ?? '') ? `'${cell}` : (cell ?? '')
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
