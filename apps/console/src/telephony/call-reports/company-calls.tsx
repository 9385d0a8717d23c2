import type { CompanyCalls as Figures } from '@dispecerat/contract/telephony/call-reports'
import { callsReportMessages as messages } from '../../text/calls-report-messages.ts'
import { CallBars } from './call-bars.tsx'
import { type CallColumn, CallTable, countsOf, OUTGOING, TALK, WAIT } from './call-table.tsx'

interface Props {
  companies: readonly Figures[]
  /** Shows a chart above the table. */
  isDrawn: boolean
  chosen: number | undefined
  onPick: (id: number | undefined) => void
}

const COLUMNS: readonly CallColumn<Figures>[] = [
  ...countsOf('offered', 'answered', 'abandoned', 'missed', 'busy', 'blocked', 'orders'),
  WAIT,
  ...TALK,
  OUTGOING,
]

const keyOf = ({ company_id }: Figures) => company_id
const nameOf = ({ company_name }: Figures) => company_name

/** Number and outcome of calls per company; a company's name leads to its report. */
export function CompanyCalls({ companies, isDrawn, chosen, onPick }: Props) {
  return (
    <section className="panel call-panel" aria-labelledby="call-companies-title">
      <h2 id="call-companies-title" className="panel-title">
        {messages.companies}
      </h2>
      {isDrawn && companies.length > 0 ? <CallBars rows={companies} {...{ keyOf, nameOf, chosen, onPick }} /> : null}
      {companies.length === 0 ? (
        <p className="dim">{messages.noCompany}</p>
      ) : (
        <CallTable<Figures, number>
          labelledBy="call-companies-title"
          rows={companies}
          head={messages.company}
          {...{ keyOf, nameOf, chosen, onPick }}
          pickOf={messages.callsOfCompany}
          columns={COLUMNS}
        />
      )}
    </section>
  )
}
