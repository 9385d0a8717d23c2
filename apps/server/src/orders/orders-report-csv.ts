import type { OrderState } from '@dispecerat/domain/order'
import { wallTime } from '@dispecerat/domain/search/choose-interval'
import { fromWireTime } from '@dispecerat/domain/wire-time'
import { CSV_MARK, csvLine } from '../http/csv.ts'
import type { ReportRow } from './orders-report.views.ts'

const HEAD = ['Comanda', 'Data (ora României)', 'Adresa', 'Stare', 'Indicativ', 'Apel (minute)']
const STATES: Record<OrderState, string> = {
  new: 'Nou',
  created: 'Creat',
  assigned: 'Alocat',
  finished: 'Finalizat',
  canceled: 'Anulat',
  pending: 'În așteptare',
}

/** The report as a table for a Romanian spreadsheet: UTF-8 with its mark, semicolons, times of Bucharest. */
export async function* reportAsCsv(batches: AsyncIterable<readonly ReportRow[]>): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(HEAD)
  for await (const rows of batches) yield rows.map(rowLine).join('')
}

function rowLine(row: ReportRow): string {
  const at = fromWireTime(row.orderDate)
  const wall = at === null ? null : wallTime(at)
  const time = wall === null ? '' : `${wall.date} ${wall.time}`
  return csvLine([row.orderId, time, row.placeName, STATES[row.state], row.indicativ, row.callDuration])
}
