import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { financeMessages } from './finance-messages.ts'
import { monthSoFar, wireDays } from './period-days.tsx'

const messages = financeMessages.history
const FORMATS = ['pdf', 'xlsx'] as const

/** Prints the account of the chosen driver; without a period, the current month up to today. */
export function StatementButtons({
  driver,
  from,
  to,
}: {
  driver: number | undefined
  from: string | undefined
  to: string | undefined
}) {
  const month = monthSoFar()
  const days = wireDays({ from: from ?? month.from, to: to ?? month.to })
  return (
    <span className="finance-acts">
      <span className="dim">{messages.statement}</span>
      <ExportButtons
        path={`/api/finances/statements/${driver ?? 0}`}
        query={days}
        fileName={`extras-${driver ?? 0}`}
        formats={FORMATS}
        disabledBecause={driver === undefined ? messages.statementHint : null}
      />
    </span>
  )
}
