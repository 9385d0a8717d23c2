import type { DispatcherCalls as Figures } from '@dispecerat/contract/call-reports'
import { callsReportWords as words } from '../../text/calls-report-words.ts'
import { duration } from '../../text/format.ts'
import { groupThousands } from '../../text/plural.ts'
import { percent, secondsText } from './call-texts.ts'

interface Props {
  dispatchers: readonly Figures[]
  chosen: number | undefined
  onPick: (id: number | undefined) => void
}

/** Who answered how many, how fast, and what came of it. */
export function DispatcherCalls({ dispatchers, chosen, onPick }: Props) {
  return (
    <section className="panel call-panel" aria-labelledby="call-dispatchers-title">
      <h2 id="call-dispatchers-title" className="panel-title">
        {words.dispatchers}
      </h2>
      {dispatchers.length === 0 ? <p className="dim">{words.nobody}</p> : null}
      {dispatchers.length > 0 ? (
        <table className="call-figures">
          <thead>
            <tr>
              <th>{words.dispatcher}</th>
              <th>{words.answered}</th>
              <th>{words.transferred}</th>
              <th>{words.orders}</th>
              <th title={words.waitHint}>{words.wait}</th>
              <th>{words.talk}</th>
              <th>{words.averageTalk}</th>
              <th>{words.inTime}</th>
              <th>{words.outgoing}</th>
            </tr>
          </thead>
          <tbody>
            {dispatchers.map((one) => {
              const name = one.dispatcher_name ?? `#${one.dispatcher_id}`
              const isChosen = one.dispatcher_id === chosen
              return (
                <tr key={one.dispatcher_id} aria-current={isChosen ? 'true' : undefined}>
                  <th scope="row">
                    <button
                      type="button"
                      className="call-pick"
                      aria-label={words.callsOfDispatcher(name)}
                      aria-pressed={isChosen}
                      onClick={() => onPick(isChosen ? undefined : one.dispatcher_id)}
                    >
                      {name}
                    </button>
                  </th>
                  <td>{groupThousands(one.answered)}</td>
                  <td>{groupThousands(one.transferred)}</td>
                  <td>{groupThousands(one.orders)}</td>
                  <td>
                    {[one.wait_p50_seconds, one.wait_p90_seconds, one.wait_max_seconds].map(secondsText).join(' · ')}
                  </td>
                  <td>{duration(one.talk_seconds)}</td>
                  <td>{one.average_talk_seconds === null ? '—' : duration(one.average_talk_seconds)}</td>
                  <td>{percent(one.within_20_s_percent)}</td>
                  <td>
                    {one.dialled} ({one.reached} {words.reached})
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      ) : null}
    </section>
  )
}
