import { groupThousands } from '@dispecerat/domain/words/plural'
import { findWords } from '../../text/find-words.ts'

const words = findWords.report

interface Totals {
  orders: number
  finished: number
  canceled: number
  average_call_minutes: number | null
  is_capped: boolean
}

function share(part: number, whole: number): string {
  return whole === 0 ? '0' : ((100 * part) / whole).toFixed(1).replace('.', ',')
}

/** The strip over the table: how many, how many of them lost, how long people spoke. */
export function ReportTotals({ totals }: { totals: Totals }) {
  const { orders, finished, canceled, average_call_minutes: average } = totals
  const figures: [string, string][] = [
    [words.count, totals.is_capped ? words.atLeast(groupThousands(orders)) : groupThousands(orders)],
    [words.finished, groupThousands(finished)],
    [words.canceledShare, `${groupThousands(canceled)} (${share(canceled, orders)} %)`],
    [words.averageMinutes, average === null ? '—' : words.minutes(average)],
  ]
  return (
    <dl className="report-totals">
      {figures.map(([name, figure]) => (
        <div key={name} className="panel">
          <dt>{name}</dt>
          <dd className="digits">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
