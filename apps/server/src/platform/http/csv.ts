/** The byte order mark by which spreadsheets recognise UTF-8. */
export const CSV_MARK = '\uFEFF'

/** One line of a table for a Romanian spreadsheet: semicolons, decimal commas. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => cellOf(cell)).join(';')}\r\n`
}

/** A phone is not escaped as a formula: programs that read the file would see the apostrophe. */
const PHONE = /^\+\d{8,15}$/

/** Prefixes text that a spreadsheet would execute as a formula with an apostrophe. */
function cellOf(cell: string | number | null): string {
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const text = /^[=+\-@\t\r]/.test(cell ?? '') && !PHONE.test(cell ?? '') ? `'${cell}` : (cell ?? '')
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
