import { dayText, hoursText } from '@dispecerat/domain/dispatch/interval-labels'
import { toWallTime } from '../../../text/format.ts'
import { builderMessages } from '../builder-messages.ts'
import { nameOf, namesOf } from '../interval-names.ts'
import type { RulesDraft } from '../rules-draft.ts'
import { select } from '../use-rules-draft.ts'
import { hueClass } from './hues.ts'
import type { Week } from './use-week.ts'

const messages = builderMessages.week
const SHOWN_OVERLAPS = 6

/** The week as text: gaps, precedence, intervals that never apply, and special days. */
export function WeekNotes({ draft, week, onShow }: { draft: RulesDraft; week: Week; onShow: (date: string) => void }) {
  const { gap, overlaps, never } = week.facts
  return (
    <div className="week-notes">
      <p>{gap === 0 ? messages.noGaps : messages.gaps(howLong(gap))}</p>
      {never.map(({ id, above }) => (
        <p key={id} className="week-never">
          <span aria-hidden>⚠</span> {messages.never(nameOf(draft, id), namesOf(draft, above))}
        </p>
      ))}
      {overlaps.length > 0 ? (
        <>
          <h3>{messages.overlaps}</h3>
          <ul>
            {overlaps.slice(0, SHOWN_OVERLAPS).map(({ above, below, ms }) => (
              <li key={`${above} ${below}`}>
                {messages.overlap(nameOf(draft, above), nameOf(draft, below), howLong(ms))}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <SpecialDays week={week} onShow={onShow} />
    </div>
  )
}

function SpecialDays({ week, onShow }: { week: Week; onShow: (date: string) => void }) {
  const special = week.intervals
    .filter(({ type }) => type === 'custom')
    .toSorted((a, b) => ((a.customDay ?? '') < (b.customDay ?? '') ? -1 : 1))
  if (special.length === 0) return null
  const today = toWallTime(new Date(week.now)).slice(0, 10)
  const mark = (date: string) => (date === today ? ` · ${messages.today}` : date < today ? ` · ${messages.past}` : '')
  return (
    <>
      <h3>{messages.specialDays}</h3>
      <ul>
        {special.map((interval) => (
          <li key={interval.id}>
            <button
              type="button"
              className="link-like"
              onClick={() => {
                select(interval.id)
                onShow(interval.customDay ?? today)
              }}
            >
              <span className={`rule-dot ${hueClass(interval.id)}`} aria-hidden />
              {dayText(interval)}, {hoursText(interval)}
              {interval.name ? ` — ${interval.name}` : ''}
              <span className="dim">{mark(interval.customDay ?? '')}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** 5400000 → '1 h 30 min'. */
function howLong(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
