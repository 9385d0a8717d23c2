import type { CallReportRow } from '@dispecerat/contract/call-reports'
import { callsReportWords as words } from '../../text/calls-report-words.ts'
import { type CallTime, whenText } from './call-texts.ts'

interface Props {
  rows: readonly CallReportRow[]
  by: CallTime
  chosen: string | undefined
  onPick: (at: string | undefined) => void
}

const PARTS = ['answered', 'abandoned', 'missed', 'busy'] as const
/** So many names stand below a chart of usual width. */
const MOST_NAMES = 16

/**
 * One bar for each day or hour, one piece for each fate: told apart by pattern as well as by colour. For the hand with the mouse; the
 * keyboard and the screen reader have the table's lines, which are the same buttons.
 */
export function CallBars({ rows, by, chosen, onPick }: Props) {
  const most = Math.max(1, ...rows.map(({ offered }) => offered))
  const every = Math.ceil(rows.length / MOST_NAMES)
  return (
    <figure className="call-chart">
      <figcaption className="visually-hidden">{words.chartHint}</figcaption>
      <div className="call-legend" aria-hidden>
        {PARTS.map((part) => (
          <span key={part}>
            <i className={`call-swatch call-${part}`} />
            {words[part]}
          </span>
        ))}
        <span className="dim">0 – {most}</span>
      </div>
      <div className="call-bars" aria-hidden>
        {rows.map((row, n) => {
          const lost = row.abandoned + row.missed + row.busy
          return (
            <button
              type="button"
              key={row.from}
              tabIndex={-1}
              className={`call-bar${row.from === chosen ? ' is-chosen' : ''}`}
              title={words.bar(whenText(row.from, by), row.offered, lost)}
              onClick={() => onPick(row.from === chosen ? undefined : row.from)}
            >
              <span className="call-stack">
                {PARTS.toReversed().map((part) =>
                  row[part] === 0 ? null : (
                    <span key={part} className={`call-${part}`} style={{ height: `${(100 * row[part]) / most}%` }} />
                  ),
                )}
              </span>
              <span className="call-bar-name">{n % every === 0 ? whenText(row.from, by) : ''}</span>
            </button>
          )
        })}
      </div>
    </figure>
  )
}
