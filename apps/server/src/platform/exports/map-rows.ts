import type { TableRow } from './table-columns.ts'

/** Maps rows to the rows of a file, one by one. */
export async function* mapRows<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  toRow: (row: Row) => TableRow,
): AsyncGenerator<TableRow> {
  for await (const row of rows) yield toRow(row)
}
