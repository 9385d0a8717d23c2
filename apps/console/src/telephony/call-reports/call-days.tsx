import type { CallReportRow } from '@dispecerat/contract/telephony/call-reports'
import { callsReportMessages as messages } from '../../text/calls-report-messages.ts'
import { CallBars } from './call-bars.tsx'
import { type CallColumn, CallTable, countsOf, TALK, WAIT } from './call-table.tsx'
import { type CallTime, whenText } from './call-texts.ts'

interface Props {
  rows: readonly CallReportRow[]
  by: CallTime
  /** The row whose calls are listed. */
  chosen: string | undefined
  onPick: (at: string | undefined) => void
}

const COLUMNS: readonly CallColumn<CallReportRow>[] = [
  ...countsOf('offered', 'answered', 'abandoned', 'missed', 'busy', 'blocked', 'transferred', 'orders'),
  WAIT,
  ...TALK,
]

/** By hour, day or month: as a chart, and as a table whose rows lead to their calls. */
export function CallDays({ rows, by, chosen, onPick }: Props) {
  const keyOf = ({ from }: CallReportRow) => from
  const nameOf = ({ from }: CallReportRow) => whenText(from, by)
  const title = { hour: messages.hours, day: messages.days, month: messages.months }[by]
  return (
    <section className="panel call-panel" aria-labelledby="call-days-title">
      <h2 id="call-days-title" className="panel-title">
        {title}
      </h2>
      <CallBars {...{ rows, keyOf, nameOf, chosen, onPick }} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="call-table" aria-label={title} tabIndex={0}>
        <CallTable<CallReportRow, string>
          rows={rows.toReversed()}
          head={{ hour: messages.when, day: messages.day, month: messages.month }[by]}
          {...{ keyOf, nameOf, chosen, onPick }}
          pickOf={messages.callsOf}
          isDigits
          columns={COLUMNS}
        />
      </section>
    </section>
  )
}
