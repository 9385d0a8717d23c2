import { sortedBy } from '@dispecerat/domain/kernel/totals-order'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdText } from '../kernel/ids.ts'
import { WireTimeIn } from '../kernel/wire.ts'

const area = 'reports'
const may = 'reports.read' as const

/** Unit of a figure: RON, 0–100 %, seconds, hours, kilometres, or a share where 1 is even. */
export const REPORT_KINDS = ['text', 'number', 'ron', 'percent', 'seconds', 'hours', 'km', 'ratio'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

const ReportColumn = z.object({ key: z.string(), label: z.string(), kind: z.enum(REPORT_KINDS) })
export type ReportColumn = z.infer<typeof ReportColumn>

const Figure = z.union([z.string(), z.number()]).nullable()
/** `id` identifies the row's subject (a person, a reason, a day 'YYYY-MM-DD'); the rest are the columns. */
const ReportRow = z.record(z.string(), Figure)
export type ReportRow = z.infer<typeof ReportRow>

/** Common shape of all reports, so that one screen and one file writer handle them all. */
export const Report = z.object({
  /** In display order; the first one is `label`. */
  columns: z.array(ReportColumn),
  rows: z.array(ReportRow),
  totals: ReportRow,
})
export type Report = z.infer<typeof Report>

/** Dimensions of each report's rows; the first one is the default. */
export const REPORT_GROUPS = {
  dispatchers: ['dispatcher', 'day', 'month', 'company'],
  drivers: ['driver', 'day', 'month', 'company'],
  cancellations: ['reason', 'ended_by', 'dispatcher', 'day', 'month', 'company'],
  protocol: ['account', 'day', 'month', 'company'],
  search: ['day', 'month', 'hour', 'interval', 'company'],
  fairness: ['driver'],
} as const
export type ReportName = keyof typeof REPORT_GROUPS
export type ReportGroup = (typeof REPORT_GROUPS)[ReportName][number]

/** Groups whose rows are times: sorted by `id`, labelled with the formatted day. */
export const TIME_GROUPS: readonly ReportGroup[] = ['day', 'month', 'hour']

/** Sorts the rows by a column, on the screen and in the file alike. */
export function sortedReportRows(
  rows: readonly ReportRow[],
  sort: string | undefined,
  group: ReportGroup,
): readonly ReportRow[] {
  const isOfTime = TIME_GROUPS.includes(group)
  return sortedBy(rows, sort, (row, key) => row[key === 'label' && isOfTime ? 'id' : key])
}

/** A day in Bucharest, 'YYYY-MM-DD'; an instant is converted to its day. */
const Day = z.union([
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'Dată invalidă')
    .refine((day) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day), 'Dată invalidă'),
  WireTimeIn,
])

function report(name: ReportName, groups: readonly [ReportGroup, ...ReportGroup[]], does: string) {
  return endpoint({
    method: 'GET',
    path: `/api/reports/${name}`,
    does: `${does} Days of Bucharest, both ends included, at most 366. \`format=csv|xlsx\` answers the rows as a file; \`sort\` is a column, '-' before it the greatest first.`,
    area,
    may,
    query: z.object({
      date_from: Day,
      date_to: Day,
      company_id: CompanyIdText.optional(),
      group: z.enum(groups).default(groups[0]),
      sort: z
        .string()
        .regex(/^-?[a-z0-9_]{1,30}$/, 'Ordine necunoscută')
        .optional(),
      format: z.enum(['json', 'csv', 'xlsx']).default('json'),
    }),
    reply: Report,
    errors: ['company.unknown'],
  })
}

export const readDispatchersReport = report(
  'dispatchers',
  REPORT_GROUPS.dispatchers,
  'Orders by who took them down: how many, what became of them, how long clients waited, what was done by hand.',
)
export const readDriversReport = report(
  'drivers',
  REPORT_GROUPS.drivers,
  'Orders by who drove them, on the day they ended: trips, their value, what the company owes for them.',
)
export const readCancellationsReport = report(
  'cancellations',
  REPORT_GROUPS.cancellations,
  'Canceled orders by reason, by who canceled, by dispatcher or by time.',
)
export const readProtocolReport = report(
  'protocol',
  REPORT_GROUPS.protocol,
  'Orders of protocol companies, on the day they ended.',
)
export const readSearchReport = report(
  'search',
  REPORT_GROUPS.search,
  'How searches went: found or not, how fast, after how many rounds and offers, how far from the pickup.',
)
export const readFairnessReport = report(
  'fairness',
  REPORT_GROUPS.fairness,
  'What each driver was offered, said and earned for his hours on duty, against what his hours would give him.',
)
