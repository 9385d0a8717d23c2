import type { CompanyCalls as Figures } from '@dispecerat/contract/call-reports'
import { callsReportMessages as messages } from '../../text/calls-report-messages.ts'
import { CallBars } from './call-bars.tsx'
import { type CallColumn, CallTable, countsOf, OUTGOING, TALK, WAIT } from './call-table.tsx'

interface Props {
  companies: readonly Figures[]
  /** Above the table: one bar for each. */
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

/** Which company was rung how often and what became of it; a company's name leads to its report. */
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
