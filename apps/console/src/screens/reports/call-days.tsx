import type { CallReportRow } from '@dispecerat/contract/call-reports'
import { callsReportWords as words } from '../../text/calls-report-words.ts'
import { duration } from '../../text/format.ts'
import { groupThousands } from '../../text/plural.ts'
import { CallBars } from './call-bars.tsx'
import { type CallTime, percent, secondsText, whenText } from './call-texts.ts'

interface Props {
  rows: readonly CallReportRow[]
  by: CallTime
  /** Whose calls are listed. */
  chosen: string | undefined
  onPick: (at: string | undefined) => void
}

/** Hour by hour, day by day or month by month: drawn, and as a table whose lines lead to their calls. */
export function CallDays({ rows, by, chosen, onPick }: Props) {
  const title = { hour: words.hours, day: words.days, month: words.months }[by]
  return (
    <section className="panel call-panel" aria-labelledby="call-days-title">
      <h2 id="call-days-title" className="panel-title">
        {title}
      </h2>
      <CallBars rows={rows} by={by} chosen={chosen} onPick={onPick} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="call-table" aria-label={title} tabIndex={0}>
        <table className="call-figures">
          <thead>
            <tr>
              <th>{{ hour: words.when, day: words.day, month: words.month }[by]}</th>
              <th>{words.offered}</th>
              <th>{words.answered}</th>
              <th>{words.abandoned}</th>
              <th>{words.missed}</th>
              <th>{words.busy}</th>
              <th>{words.blocked}</th>
              <th>{words.transferred}</th>
              <th>{words.orders}</th>
              <th title={words.waitHint}>{words.wait}</th>
              <th>{words.averageTalk}</th>
              <th>{words.inTime}</th>
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map((row) => (
              <tr key={row.from} aria-current={row.from === chosen ? 'true' : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className="call-pick digits"
                    aria-label={words.callsOf(whenText(row.from, by))}
                    aria-pressed={row.from === chosen}
                    onClick={() => onPick(row.from === chosen ? undefined : row.from)}
                  >
                    {whenText(row.from, by)}
                  </button>
                </th>
                <td>{groupThousands(row.offered)}</td>
                <td>{groupThousands(row.answered)}</td>
                <td>{groupThousands(row.abandoned)}</td>
                <td>{groupThousands(row.missed)}</td>
                <td>{groupThousands(row.busy)}</td>
                <td>{groupThousands(row.blocked)}</td>
                <td>{groupThousands(row.transferred)}</td>
                <td>{groupThousands(row.orders)}</td>
                <td>
                  {[row.wait_p50_seconds, row.wait_p90_seconds, row.wait_max_seconds].map(secondsText).join(' · ')}
                </td>
                <td>{row.average_talk_seconds === null ? '—' : duration(row.average_talk_seconds)}</td>
                <td>{percent(row.within_20_s_percent)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
