import type { CallFigures } from '@dispecerat/contract/telephony/call-reports'
import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { callsReportMessages as messages } from '../../text/calls-report-messages.ts'

interface Props<Row, Key> {
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  nameOf: (row: Row) => string
  chosen: Key | undefined
  onPick: (key: Key | undefined) => void
}

const PARTS = ['answered', 'abandoned', 'missed', 'busy'] as const
/** Maximum number of names below a chart of usual width. */
const MAX_NAMES = 16
/** Total characters that fit below the chart. */
const LETTERS = 200

/**
 * One bar per day, hour or company, with one piece per outcome, distinguished by pattern as well as by colour. For
 * the mouse; keyboards and screen readers use the buttons in the table.
 */
export function CallBars<Row extends CallFigures, Key extends string | number>(props: Props<Row, Key>) {
  const { rows, keyOf, nameOf, chosen, onPick } = props
  const max = Math.max(1, ...rows.map(({ offered }) => offered))
  const every = Math.ceil(rows.length / MAX_NAMES)
  const letters = Math.floor(LETTERS / Math.max(1, Math.ceil(rows.length / every)))
  return (
    <figure className="call-chart">
      <figcaption className="visually-hidden">{messages.chartHint}</figcaption>
      <div className="call-legend" aria-hidden>
        {PARTS.map((part) => (
          <span key={part}>
            <i className={`call-swatch call-${part}`} />
            {messages[part]}
          </span>
        ))}
        <span className="dim">0 – {groupThousands(max)}</span>
      </div>
      <div className="call-bars" aria-hidden>
        {rows.map((row, n) => {
          const key = keyOf(row)
          const name = nameOf(row)
          const lost = row.abandoned + row.missed + row.busy
          return (
            <button
              type="button"
              key={key}
              tabIndex={-1}
              className={`call-bar${key === chosen ? ' is-chosen' : ''}`}
              title={messages.bar(name, row.offered, lost)}
              onClick={() => onPick(key === chosen ? undefined : key)}
            >
              <span className="call-stack">
                {PARTS.toReversed().map((part) =>
                  row[part] === 0 ? null : (
                    <span key={part} className={`call-${part}`} style={{ height: `${(100 * row[part]) / max}%` }} />
                  ),
                )}
              </span>
              <span className="call-bar-name">{n % every === 0 ? shortened(name, letters) : ''}</span>
            </button>
          )
        })}
      </div>
    </figure>
  )
}

function shortened(name: string, letters: number): string {
  return name.length > letters ? `${name.slice(0, letters - 1)}…` : name
}
