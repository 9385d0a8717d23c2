import type { ReportColumn, ReportRow } from '@dispecerat/contract/office/reports'
import { reportMessages as messages } from '../../text/report-messages.ts'
import { figureText } from './figure-text.ts'

/** Maximum number of names below a chart of usual width. */
const MAX_NAMES = 14
const MAX_BARS = 60
/** Total characters that fit below the narrowest chart. */
const LETTERS = 160

interface Props {
  rows: readonly ReportRow[]
  column: ReportColumn
  /** Rows of time are all drawn, however many. */
  isOfTime: boolean
}

/** One bar per row. Hidden from screen readers, which have the table with the same figures. */
export function TotalsBars({ rows, column: { key, label, kind }, isOfTime }: Props) {
  const shown = isOfTime ? rows : rows.slice(0, MAX_BARS)
  const max = Math.max(...shown.map((row) => Number(row[key] ?? 0)), 0)
  const every = Math.ceil(shown.length / MAX_NAMES)
  const letters = Math.max(12, Math.floor(LETTERS / Math.ceil(shown.length / every)))
  return (
    <figure className="sums-chart">
      <figcaption className="visually-hidden">{messages.chartHint}</figcaption>
      <p className="small dim" aria-hidden>
        {label}: 0 – {figureText(max, kind)}
        {shown.length < rows.length ? ` · ${messages.chartMax(shown.length)}` : ''}
      </p>
      <div className="sums-bars" aria-hidden>
        {shown.map((row, n) => (
          <span key={String(row.id)} className="sums-bar" title={`${row.label}: ${figureText(row[key], kind)}`}>
            <span className="sums-room">
              <span
                className="sums-fill"
                style={{ height: max > 0 ? `${(100 * Number(row[key] ?? 0)) / max}%` : '0' }}
              />
            </span>
            <span className="sums-name">{n % every === 0 ? shortName(String(row.label), letters) : ''}</span>
          </span>
        ))}
      </div>
    </figure>
  )
}

/** '28.03.2026' → '28.03', '112 · Ion Pop' → '112'. */
function shortName(label: string, letters: number): string {
  if (/^\d\d\.\d\d\.\d{4}$/.test(label)) return label.slice(0, 5)
  const [first = label] = label.split(/ · |–/)
  return first.length > letters ? `${first.slice(0, letters - 1)}…` : first
}
