import { weekdayName } from '@dispecerat/domain/dispatch/interval-labels'
import type { CoveredDay, Stretch } from '@dispecerat/domain/dispatch/search/week-coverage'
import { type KeyboardEvent, useState } from 'react'
import { hourAndMinute } from '../../../text/format.ts'
import { builderMessages } from '../builder-messages.ts'
import { nameOf, namesOf } from '../interval-names.ts'
import type { RulesDraft } from '../rules-draft.ts'
import { select, useRulesDraft } from '../use-rules-draft.ts'
import { hueClass } from './hues.ts'
import type { Week } from './use-week.ts'

const messages = builderMessages.week
const HOUR_MS = 3_600_000

/** One bar per day. The pieces are one stop of the Tab key; arrows move between them, Enter opens the interval. */
export function WeekDays({ draft, week }: { draft: RulesDraft; week: Week }) {
  const [stop, setStop] = useState('0-0')
  const keys = week.days.flatMap(({ stretches }, day) => stretches.map((_, n) => `${day}-${n}`))
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const next = neighbour(keys, stop, event.key)
    if (next === null) return
    event.preventDefault()
    setStop(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-piece="${next}"]`)?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside.
    <div className="week-days" onKeyDown={walk}>
      {week.days.map((day, index) => (
        <Day
          key={day.date}
          {...{ draft, day, index, now: week.now, onStop: setStop }}
          stop={keys.includes(stop) ? stop : '0-0'}
        />
      ))}
    </div>
  )
}

/** The piece an arrow key leads to: left and right along time, up and down to the same index of another day. */
function neighbour(keys: readonly string[], at: string, key: string): string | null {
  const along = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (along !== undefined) return keys[keys.indexOf(at) + along] ?? null
  const days = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (days === undefined) return null
  const [day = 0, piece = 0] = at.split('-').map(Number)
  const there = keys.filter((one) => one.startsWith(`${day + days}-`))
  return there[Math.min(piece, there.length - 1)] ?? null
}

interface DayProps {
  draft: RulesDraft
  day: CoveredDay
  index: number
  now: number
  stop: string
  onStop: (key: string) => void
}

function Day({ draft, day, index, now, stop, onStop }: DayProps) {
  const length = day.to.getTime() - day.from.getTime()
  const isToday = day.from.getTime() <= now && now < day.to.getTime()
  const name = weekdayName(index + 1)
  return (
    <div className="week-day">
      <span className="week-name" aria-hidden>
        <b>{name.slice(0, 2)}</b> <span className="dim digits">{day.date.slice(8)}</span>
        {length === 24 * HOUR_MS ? null : <span className="week-odd">{messages.dayLength(length / HOUR_MS)}</span>}
      </span>
      <div className="week-bar">
        {day.stretches.map((stretch, n) => (
          <Piece
            key={stretch.from.getTime()}
            {...{ draft, day, stretch }}
            dayName={name}
            place={`${index}-${n}`}
            isStop={stop === `${index}-${n}`}
            onStop={onStop}
          />
        ))}
        {isToday ? (
          <span
            className="week-now"
            title={`${messages.nowMark} ${hourAndMinute(new Date(now))}`}
            style={{ left: `${((now - day.from.getTime()) / length) * 100}%` }}
          />
        ) : null}
      </div>
    </div>
  )
}

function Piece({
  draft,
  day,
  stretch,
  dayName,
  place,
  isStop,
  onStop,
}: {
  draft: RulesDraft
  day: CoveredDay
  stretch: Stretch
  dayName: string
  place: string
  isStop: boolean
  onStop: (key: string) => void
}) {
  const isOpen = useRulesDraft(({ selected }) => selected !== null && selected === stretch.matching[0])
  const length = day.to.getTime() - day.from.getTime()
  const share = (from: Date, to: Date) => `${((to.getTime() - from.getTime()) / length) * 100}%`
  const [ruling, ...behind] = stretch.matching
  const name = ruling === undefined ? messages.fallbackLong : nameOf(draft, ruling)
  const label = [
    messages.piece(dayName, hoursOf(stretch, day), name),
    ...(behind.length > 0 ? [messages.over(namesOf(draft, behind))] : []),
  ]
  return (
    <button
      type="button"
      data-piece={place}
      tabIndex={isStop ? 0 : -1}
      className={`week-piece ${hueClass(ruling ?? null)}${isOpen ? ' is-open' : ''}`}
      style={{ left: share(day.from, stretch.from), width: share(stretch.from, stretch.to) }}
      title={label.join(', ')}
      aria-label={label.join(', ')}
      onFocus={() => onStop(place)}
      onClick={() => ruling !== undefined && select(ruling)}
    >
      <span aria-hidden>{ruling === undefined ? messages.fallback : nameOf(draft, ruling)}</span>
      {behind[0] === undefined ? null : <i className={`week-behind ${hueClass(behind[0])}`} aria-hidden />}
    </button>
  )
}

function hoursOf({ from, to }: Stretch, day: CoveredDay): string {
  return `${hourAndMinute(from)}–${to.getTime() === day.to.getTime() ? '24:00' : hourAndMinute(to)}`
}
