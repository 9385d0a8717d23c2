import type { CallReportRow } from '@dispecerat/contract/telephony/call-reports'
import type { TableColumn } from '../../platform/exports/exports.public.ts'

/** The columns of the table of days, in order. */
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

/** The same columns for a spreadsheet: local times of Bucharest, figures as numbers. */
export const FILE_COLUMNS: readonly TableColumn[] = REPORT_COLUMNS.map((column) => ({
  ...column,
  kind: column.key === 'from' ? 'time' : 'number',
}))

/** Columns for rows of companies, with their outgoing calls. */
export const COMPANY_COLUMNS: readonly TableColumn[] = [
  { key: 'company_name', label: 'Companie' },
  ...FILE_COLUMNS.filter(({ key }) => key !== 'from'),
  { key: 'dialled', label: 'Sunate', kind: 'number' },
  { key: 'reached', label: 'Au răspuns', kind: 'number' },
]
