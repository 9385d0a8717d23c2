import type { CompanyCalls as Figures } from '@dispecerat/contract/call-reports'
import { callsReportWords as words } from '../../text/calls-report-words.ts'
import { type CallColumn, CallTable, countsOf, OUTGOING, TALK, WAIT } from './call-table.tsx'

interface Props {
  companies: readonly Figures[]
  chosen: number | undefined
  onPick: (id: number | undefined) => void
}

const COLUMNS: readonly CallColumn<Figures>[] = [
  ...countsOf('offered', 'answered', 'abandoned', 'missed', 'busy', 'blocked', 'orders'),
  WAIT,
  ...TALK,
  OUTGOING,
]

/** Which company was rung how often and what became of it; a company's name leads to its report. */
export function CompanyCalls({ companies, chosen, onPick }: Props) {
  return (
    <section className="panel call-panel" aria-labelledby="call-companies-title">
      <h2 id="call-companies-title" className="panel-title">
        {words.companies}
      </h2>
      {companies.length === 0 ? (
        <p className="dim">{words.noCompany}</p>
      ) : (
        <CallTable<Figures, number>
          labelledBy="call-companies-title"
          rows={companies}
          head={words.company}
          keyOf={({ company_id }) => company_id}
          nameOf={({ company_name }) => company_name}
          pickOf={words.callsOfCompany}
          columns={COLUMNS}
          chosen={chosen}
          onPick={onPick}
        />
      )}
    </section>
  )
}
