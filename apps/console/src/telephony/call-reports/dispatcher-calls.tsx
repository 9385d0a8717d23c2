import type { DispatcherCalls as Figures } from '@dispecerat/contract/telephony/call-reports'
import { callsReportMessages as messages } from '../../text/calls-report-messages.ts'
import { duration } from '../../text/format.ts'
import { type CallColumn, CallTable, countsOf, OUTGOING, TALK, WAIT } from './call-table.tsx'

interface Props {
  dispatchers: readonly Figures[]
  chosen: number | undefined
  onPick: (id: number | undefined) => void
}

const COLUMNS: readonly CallColumn<Figures>[] = [
  ...countsOf('answered', 'transferred', 'orders'),
  WAIT,
  { label: messages.talk, figure: ({ talk_seconds }) => duration(talk_seconds) },
  ...TALK,
  OUTGOING,
]

/** Number, speed and outcome of the calls each dispatcher answered. */
export function DispatcherCalls({ dispatchers, chosen, onPick }: Props) {
  return (
    <section className="panel call-panel" aria-labelledby="call-dispatchers-title">
      <h2 id="call-dispatchers-title" className="panel-title">
        {messages.dispatchers}
      </h2>
      {dispatchers.length === 0 ? (
        <p className="dim">{messages.nobody}</p>
      ) : (
        <CallTable<Figures, number>
          labelledBy="call-dispatchers-title"
          rows={dispatchers}
          head={messages.dispatcher}
          keyOf={({ dispatcher_id }) => dispatcher_id}
          nameOf={({ dispatcher_id, dispatcher_name }) => dispatcher_name ?? `#${dispatcher_id}`}
          pickOf={messages.callsOfDispatcher}
          columns={COLUMNS}
          chosen={chosen}
          onPick={onPick}
        />
      )}
    </section>
  )
}
