import type { CompanyCalls as Figures } from '@dispecerat/contract/call-reports'
import { callsReportWords as words } from '../../text/calls-report-words.ts'
import { duration } from '../../text/format.ts'
import { groupThousands } from '../../text/plural.ts'
import { percent, secondsText } from './call-texts.ts'

interface Props {
  companies: readonly Figures[]
  chosen: number | undefined
  onPick: (id: number | undefined) => void
}

/** Which company was rung how often and what became of it; a company's name leads to its report. */
export function CompanyCalls({ companies, chosen, onPick }: Props) {
  return (
    <section className="panel call-panel" aria-labelledby="call-companies-title">
      <h2 id="call-companies-title" className="panel-title">
        {words.companies}
      </h2>
      {companies.length === 0 ? <p className="dim">{words.noCompany}</p> : null}
      {companies.length > 0 ? (
        <table className="call-figures" aria-labelledby="call-companies-title">
          <thead>
            <tr>
              <th>{words.company}</th>
              <th>{words.offered}</th>
              <th>{words.answered}</th>
              <th>{words.abandoned}</th>
              <th>{words.missed}</th>
              <th>{words.busy}</th>
              <th>{words.blocked}</th>
              <th>{words.orders}</th>
              <th title={words.waitHint}>{words.wait}</th>
              <th>{words.averageTalk}</th>
              <th>{words.inTime}</th>
              <th>{words.outgoing}</th>
            </tr>
          </thead>
          <tbody>
            {companies.map((one) => {
              const isChosen = one.company_id === chosen
              return (
                <tr key={one.company_id} aria-current={isChosen ? 'true' : undefined}>
                  <th scope="row">
                    <button
                      type="button"
                      className="call-pick"
                      aria-label={words.callsOfCompany(one.company_name)}
                      aria-pressed={isChosen}
                      onClick={() => onPick(isChosen ? undefined : one.company_id)}
                    >
                      {one.company_name}
                    </button>
                  </th>
                  <td>{groupThousands(one.offered)}</td>
                  <td>{groupThousands(one.answered)}</td>
                  <td>{groupThousands(one.abandoned)}</td>
                  <td>{groupThousands(one.missed)}</td>
                  <td>{groupThousands(one.busy)}</td>
                  <td>{groupThousands(one.blocked)}</td>
                  <td>{groupThousands(one.orders)}</td>
                  <td>
                    {[one.wait_p50_seconds, one.wait_p90_seconds, one.wait_max_seconds].map(secondsText).join(' · ')}
                  </td>
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
