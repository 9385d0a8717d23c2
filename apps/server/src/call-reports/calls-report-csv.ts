import type { CallReportRow } from '@dispecerat/contract/call-reports'
import { wallTime } from '@dispecerat/domain/search/choose-interval'
import { fromWireTime } from '@dispecerat/domain/wire-time'
import { CSV_MARK, csvLine } from '../http/csv.ts'

/** What the table of days shows, in its order. */
export const REPORT_COLUMNS = [
  { key: 'from', label: 'De la' },
  { key: 'offered', label: 'Primite' },
  { key: 'answered', label: 'Preluate' },
  { key: 'abandoned', label: 'Abandonate' },
  { key: 'missed', label: 'Fără răspuns' },
  { key: 'busy', label: 'Linii ocupate' },
  { key: 'blocked', label: 'Blocate' },
  { key: 'transferred', label: 'Transferate' },
  { key: 'orders', label: 'Comenzi' },
  { key: 'wait_p50_seconds', label: 'Așteptare mediană (s)' },
  { key: 'wait_p90_seconds', label: 'Așteptare p90 (s)' },
  { key: 'wait_max_seconds', label: 'Așteptare maximă (s)' },
  { key: 'talk_seconds', label: 'Convorbiri (s)' },
  { key: 'average_talk_seconds', label: 'Convorbire medie (s)' },
  { key: 'within_20_s_percent', label: 'Preluate în 20 s (%)' },
] as const satisfies readonly { key: keyof CallReportRow; label: string }[]

/** The days as a table for a Romanian spreadsheet: decimal commas, times of Bucharest. */
export function* callsReportAsCsv(rows: readonly CallReportRow[]): Generator<string> {
  yield CSV_MARK + csvLine(REPORT_COLUMNS.map(({ label }) => label))
  for (const row of rows) yield csvLine(REPORT_COLUMNS.map(({ key }) => (key === 'from' ? wallOf(row.from) : row[key])))
}

function wallOf(wire: string): string {
  const at = fromWireTime(wire)
  if (at === null) return ''
  const { date, time } = wallTime(at)
  return `${date} ${time}`
}
