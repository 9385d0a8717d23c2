import type { CallFigures, CompanyCalls } from '@dispecerat/contract/telephony/call-reports'
import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { callsReportMessages as messages } from '../../text/calls-report-messages.ts'
import { duration } from '../../text/format.ts'
import { percent, waitText } from './call-texts.ts'

/** A column of figures. */
export interface CallColumn<Row> {
  label: string
  hint?: string
  figure: (row: Row) => string
}

type Count = 'offered' | 'answered' | 'abandoned' | 'missed' | 'busy' | 'blocked' | 'transferred' | 'orders'

export const countsOf = (...keys: readonly Count[]): CallColumn<CallFigures>[] =>
  keys.map((key) => ({ label: messages[key], figure: (row) => groupThousands(row[key]) }))

export const WAIT: CallColumn<CallFigures> = {
  label: messages.wait,
  hint: messages.waitHint,
  figure: waitText,
}
export const TALK: readonly CallColumn<CallFigures>[] = [
  {
    label: messages.averageTalk,
    figure: ({ average_talk_seconds: talk }) => (talk === null ? '—' : duration(talk)),
  },
  { label: messages.inTime, figure: (row) => percent(row.within_20_s_percent) },
]
export const OUTGOING: CallColumn<Pick<CompanyCalls, 'dialled' | 'reached'>> = {
  label: messages.outgoing,
  figure: ({ dialled, reached }) => `${dialled} (${reached} ${messages.reached})`,
}

interface Props<Row, Key> {
  /** The id of its heading. */
  labelledBy?: string
  rows: readonly Row[]
  /** Meaning of a row: the heading of the first column, its cells, and the name of the button that selects it. */
  head: string
  keyOf: (row: Row) => Key
  nameOf: (row: Row) => string
  pickOf: (name: string) => string
  isDigits?: boolean
  columns: readonly CallColumn<Row>[]
  /** The row whose calls are listed. */
  chosen: Key | undefined
  onPick: (key: Key | undefined) => void
}

/**
 * Figures of calls, one row per day, dispatcher or company; the row's name shows its calls, and pressed again all
 * calls.
 */
export function CallTable<Row, Key extends string | number>(props: Props<Row, Key>) {
  const { labelledBy, rows, head, keyOf, nameOf, pickOf, isDigits = false, columns, chosen, onPick } = props
  return (
    <table className="call-figures" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th>{head}</th>
          {columns.map(({ label, hint }) => (
            <th key={label} title={hint}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = keyOf(row)
          const isChosen = key === chosen
          return (
            <tr key={key} aria-current={isChosen ? 'true' : undefined}>
              <th scope="row">
                <button
                  type="button"
                  className={isDigits ? 'call-pick digits' : 'call-pick'}
                  aria-label={pickOf(nameOf(row))}
                  aria-pressed={isChosen}
                  onClick={() => onPick(isChosen ? undefined : key)}
                >
                  {nameOf(row)}
                </button>
              </th>
              {columns.map(({ label, figure }) => (
                <td key={label}>{figure(row)}</td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
