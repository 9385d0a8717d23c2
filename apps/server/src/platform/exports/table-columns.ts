/**
 * A column: `ron` is RON as on the wire, `bani` whole bani shown in RON, `time` a Date or a wire time (shown in Bucharest), `date`
 * 'YYYY-MM-DD'. Without a kind it is text.
 */
export interface TableColumn {
  key: string
  label: string
  kind?: 'text' | 'number' | 'ron' | 'bani' | 'time' | 'date'
}

export type TableRow = Record<string, unknown>

/** A cell as both formats write it; null is an empty one. */
export type Cell =
  | { kind: 'text'; text: string }
  | { kind: 'number' | 'ron'; value: number }
  | { kind: 'time' | 'date'; wall: string }

/** Spreadsheets recognise a formula by its first character. */
export const STARTS_LIKE_A_FORMULA = /^[=+\-@\t\r]/
