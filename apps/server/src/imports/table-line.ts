/** A row of a table with the number its reader sees beside it; empty rows are left out. */
export interface TableLine {
  row: number
  cells: string[]
}

/** Nobody writes more columns, or more into one cell, by hand. */
export const MAX_COLUMNS = 60
export const MAX_CELL_CHARACTERS = 2_000
