import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { DayButton } from './day-button.tsx'
import { monthName, shortWeekday } from './day-names.ts'
import { scheduleMessages as messages } from './schedule-messages.ts'
import { monthAfter, monthBefore, monthWeeks, weekFrom } from './schedule-range.ts'

interface Props {
  /** A day of the shown month; it is highlighted. */
  month: string
  today: string
  counts: ReadonlyMap<string, number>
  pick: (day: string) => void
}

/** Any Monday gives the weekday names of the seven columns. */
const MONDAY = '2026-11-16'

/** A month as whole weeks, each day with its number of departures. */
export function MonthGrid({ month, today, counts, pick }: Props) {
  return (
    <div className="month">
      <div className="month-head">
        <ActionIcon variant="default" size={26} aria-label={messages.previous} onClick={() => pick(monthBefore(month))}>
          <IconChevronLeft size={15} />
        </ActionIcon>
        <h3 className="panel-title" aria-live="polite">
          {monthName(month)}
        </h3>
        <ActionIcon variant="default" size={26} aria-label={messages.next} onClick={() => pick(monthAfter(month))}>
          <IconChevronRight size={15} />
        </ActionIcon>
      </div>
      <div className="month-days dim small" aria-hidden>
        {weekFrom(MONDAY).map((day) => (
          <span key={day}>{shortWeekday(day)}</span>
        ))}
      </div>
      <ol className="month-days" aria-label={messages.days}>
        {monthWeeks(month)
          .flat()
          .map((day) => (
            <li key={day}>
              <DayButton
                day={day}
                today={today}
                isChosen={day === month}
                count={counts.get(day) ?? 0}
                pick={pick}
                isAside={day.slice(0, 7) !== month.slice(0, 7)}
              />
            </li>
          ))}
      </ol>
    </div>
  )
}
