import type { TableRow } from './table-columns.ts'

/** Rows as a file tells them, one by one as they come. */
export async function* mapRows<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  toRow: (row: Row) => TableRow,
): AsyncGenerator<TableRow> {
  for await (const row of rows) yield toRow(row)
}
