import { describeDay } from '@dispecerat/domain/dispatch/interval-labels'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { builderMessages } from '../builder-messages.ts'
import type { RulesDraft } from '../rules-draft.ts'
import { useWeek, weeksTo } from './use-week.ts'
import { WeekDays } from './week-days.tsx'
import { WeekNotes } from './week-notes.tsx'

const messages = builderMessages.week
const HOURS = [0, 6, 12, 18, 24]

/** The interval that applies in each hour of a week, hours without one, and intervals hidden below another. */
export function WeekView({ draft }: { draft: RulesDraft }) {
  const [weeksAway, setWeeksAway] = useState(0)
  const week = useWeek(draft, weeksAway)
  const [first, last] = [week.days[0]?.date ?? '', week.days.at(-1)?.date ?? '']
  return (
    <section className="panel week" aria-labelledby="week-title">
      <div className="week-head">
        <h2 id="week-title" className="panel-title">
          {messages.title} <span className="week-dates">{messages.of(describeDay(first), describeDay(last))}</span>
        </h2>
        <span className="row-buttons">
          <ActionIcon
            variant="default"
            size={24}
            aria-label={messages.previous}
            onClick={() => setWeeksAway(weeksAway - 1)}
          >
            <IconChevronLeft size={14} aria-hidden />
          </ActionIcon>
          {weeksAway === 0 ? null : (
            <Button size="compact-xs" variant="default" onClick={() => setWeeksAway(0)}>
              {messages.current}
            </Button>
          )}
          <ActionIcon
            variant="default"
            size={24}
            aria-label={messages.next}
            onClick={() => setWeeksAway(weeksAway + 1)}
          >
            <IconChevronRight size={14} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      <div className="week-hours small dim digits" aria-hidden>
        {HOURS.map((hour) => (
          <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {hour}
          </span>
        ))}
      </div>
      <WeekDays draft={draft} week={week} />
      <WeekNotes draft={draft} week={week} onShow={(date) => setWeeksAway(weeksTo(date, week.now))} />
    </section>
  )
}
