/** Lists as downloads, CSV and XLSX, of any length. Owns exports. */
export { streamRows } from '../db/stream-rows.ts'
export { removeExportsOf } from './exports.store.ts'
export { mapRows } from './map-rows.ts'
export {
  numberPages,
  openPages,
  type PrintedColumn,
  printedRon,
  printedTime,
  writeTable,
} from './printed-page.ts'
export { sendTable } from './send-table.ts'
export type { TableColumn, TableRow } from './table-columns.ts'
export { wallText } from './wall-clock.ts'
