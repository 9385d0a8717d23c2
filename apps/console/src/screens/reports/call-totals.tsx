import type { readCallsReport } from '@dispecerat/contract/call-reports'
import type { ReplyOf } from '@dispecerat/contract/endpoint'
import { groupThousands } from '@dispecerat/domain/words/plural'
import { callsReportWords as words } from '../../text/calls-report-words.ts'
import { duration } from '../../text/format.ts'
import { percent, shareOf, waitText } from './call-texts.ts'

/** The strip over the tables: how many rang, how many were lost, how long they waited and talked. */
export function CallTotals({ totals }: { totals: ReplyOf<typeof readCallsReport>['totals'] }) {
  const figures: [string, string, string?][] = [
    [words.offered, groupThousands(totals.offered)],
    [words.answered, shareOf(totals.answered, totals.offered)],
    [words.abandoned, shareOf(totals.abandoned, totals.offered)],
    [words.missed, shareOf(totals.missed, totals.offered)],
    [words.busy, groupThousands(totals.busy)],
    [words.inTime, percent(totals.within_20_s_percent)],
    [words.wait, waitText(totals), words.waitHint],
    [words.averageTalk, totals.average_talk_seconds === null ? '—' : duration(totals.average_talk_seconds)],
    [words.orders, shareOf(totals.orders, totals.answered)],
    [words.outgoing, `${groupThousands(totals.dialled)} (${groupThousands(totals.reached)} ${words.reached})`],
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
