import { useDroppable } from '@dnd-kit/core'
import { VisuallyHidden } from '@mantine/core'
import { dayName, shortWeekday } from './day-names.ts'
import { dayTarget } from './drag-to-move.tsx'
import { scheduleMessages as messages } from './schedule-messages.ts'

interface Props {
  day: string
  today: string
  isChosen: boolean
  count: number
  pick: (day: string) => void
  hasWeekday?: boolean
  /** A day of the neighbouring month. */
  isAside?: boolean
}

/** A day of the calendar; orders can be dropped on it. */
export function DayButton({ day, today, isChosen, count, pick, hasWeekday = false, isAside = false }: Props) {
  const { setNodeRef, isOver } = useDroppable({ id: dayTarget(day) })
  const classes = [
    'day-button',
    isChosen ? 'day-chosen' : '',
    isAside ? 'day-aside' : '',
    isOver ? 'agenda-over' : '',
    day === today ? 'day-today' : '',
  ]
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={classes.filter(Boolean).join(' ')}
      aria-pressed={isChosen}
      onClick={() => pick(day)}
    >
      <span className="day-number digits">
        {hasWeekday ? `${shortWeekday(day)} ` : ''}
        {Number(day.slice(8))}
      </span>
      <VisuallyHidden>{` (${dayName(day, today)}): `}</VisuallyHidden>
      {count > 0 ? <b className="day-count digits">{count}</b> : null}
      <VisuallyHidden>{count > 0 ? ` ${messages.ordersLabel}` : messages.noOrders}</VisuallyHidden>
    </button>
  )
}
