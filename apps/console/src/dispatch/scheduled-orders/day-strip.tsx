import { DayButton } from './day-button.tsx'
import { scheduleMessages as messages } from './schedule-messages.ts'

interface Props {
  days: readonly string[]
  today: string
  chosen: string
  counts: ReadonlyMap<string, number>
  pick: (day: string) => void
}

/** The coming week: a button per day, with its number of departures. */
export function DayStrip({ days, today, chosen, counts, pick }: Props) {
  return (
    <ol className="day-strip" aria-label={messages.days}>
      {days.map((day) => (
        <li key={day}>
          <DayButton
            day={day}
            today={today}
            isChosen={day === chosen}
            count={counts.get(day) ?? 0}
            pick={pick}
            hasWeekday
          />
        </li>
      ))}
    </ol>
  )
}
