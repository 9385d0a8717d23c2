import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import type { readCallsReport } from '@dispecerat/contract/telephony/call-reports'
import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { callsReportMessages as messages } from '../../text/calls-report-messages.ts'
import { duration } from '../../text/format.ts'
import { percent, shareOf, waitText } from './call-texts.ts'

/** Totals above the tables: number of calls, lost calls, waiting and talking times. */
export function CallTotals({ totals }: { totals: ReplyOf<typeof readCallsReport>['totals'] }) {
  const figures: [string, string, string?][] = [
    [messages.offered, groupThousands(totals.offered)],
    [messages.answered, shareOf(totals.answered, totals.offered)],
    [messages.abandoned, shareOf(totals.abandoned, totals.offered)],
    [messages.missed, shareOf(totals.missed, totals.offered)],
    [messages.busy, groupThousands(totals.busy)],
    [messages.inTime, percent(totals.within_20_s_percent)],
    [messages.wait, waitText(totals), messages.waitHint],
    [messages.averageTalk, totals.average_talk_seconds === null ? '—' : duration(totals.average_talk_seconds)],
    [messages.orders, shareOf(totals.orders, totals.answered)],
    [messages.outgoing, `${groupThousands(totals.dialled)} (${groupThousands(totals.reached)} ${messages.reached})`],
  ]
  return (
    <dl className="report-totals call-totals">
      {figures.map(([name, figure, hint]) => (
        <div key={name} className="panel">
          <dt>
            {name} {hint ? <span className="call-hint">{hint}</span> : null}
          </dt>
          <dd className="digits">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
