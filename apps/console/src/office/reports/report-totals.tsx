import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { findMessages } from '../../text/find-messages.ts'

const messages = findMessages.report

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

/** Totals above the table: number of orders, lost orders, length of calls. */
export function ReportTotals({ totals }: { totals: Totals }) {
  const { orders, finished, canceled, average_call_minutes: average } = totals
  const figures: [string, string][] = [
    [messages.count, totals.is_capped ? messages.atLeast(groupThousands(orders)) : groupThousands(orders)],
    [messages.finished, groupThousands(finished)],
    [messages.canceledShare, `${groupThousands(canceled)} (${share(canceled, orders)} %)`],
    [messages.averageMinutes, average === null ? '—' : messages.minutes(average)],
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
