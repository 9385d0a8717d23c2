/** A row of a table with the row number shown in the spreadsheet; empty rows are left out. */
export interface TableLine {
  row: number
  cells: string[]
}

/** Far above what people enter by hand. */
export const MAX_COLUMNS = 60
export const MAX_CELL_CHARACTERS = 2_000
