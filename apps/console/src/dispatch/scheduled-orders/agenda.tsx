import type { ScheduledOrder } from '@dispecerat/contract/dispatch/scheduled-orders'
import { useDroppable } from '@dnd-kit/core'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { millisOf } from '../../text/format.ts'
import { useNow } from '../../ui/now.ts'
import { dayName } from './day-names.ts'
import { hourTarget } from './drag-to-move.tsx'
import { scheduleMessages as messages } from './schedule-messages.ts'
import { hourLabel, hourOf, wallDay } from './schedule-range.ts'
import { ScheduledCard } from './scheduled-card.tsx'

interface Props {
  hours: readonly Date[]
  /** Hours without orders are left out. */
  onlyFull: boolean
  orders: readonly ScheduledOrder[]
  more: (() => void) | null
  onMove: (order: ScheduledOrder) => void
  onRemove: (order: ScheduledOrder) => void
}

/** A past hour is shown only for orders that still wait in it. */
const BEHIND_MS = 2 * 3_600_000

/** One row per hour with its departures; the day's name is shown where the day begins. */
export function Agenda({ hours, onlyFull, orders, more, onMove, onRemove }: Props) {
  const now = useNow((s) => Math.floor(s.now / 60_000) * 60_000)
  const byHour = new Map<number, ScheduledOrder[]>()
  for (const order of orders) {
    const hour = hourOf(new Date(millisOf(order.departure_time))).getTime()
    byHour.set(hour, [...(byHour.get(hour) ?? []), order])
  }
  const isBehind = (hour: Date) => hour.getTime() < now - BEHIND_MS
  const shown = hours.filter((hour) => byHour.has(hour.getTime()) || !(onlyFull || isBehind(hour)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: hours without orders are scrolled by keyboard too
    <section className="agenda" aria-label={messages.agenda} tabIndex={0}>
      <ol aria-label={messages.agenda}>
        {shown.map((hour, i) => {
          const before = shown[i - 1]
          const day = wallDay(hour)
          return (
            <li key={hour.getTime()}>
              {before === undefined || wallDay(before) !== day ? (
                <h3 className="agenda-day">{dayName(day, wallDay(new Date(now)))}</h3>
              ) : null}
              <HourRow hour={hour} isNow={hourOf(new Date(now)).getTime() === hour.getTime()}>
                {(byHour.get(hour.getTime()) ?? []).map((order) => (
                  <ScheduledCard
                    key={order.id}
                    order={order}
                    onMove={() => onMove(order)}
                    onRemove={() => onRemove(order)}
                  />
                ))}
              </HourRow>
            </li>
          )
        })}
      </ol>
      {more ? (
        <Button size="compact-sm" variant="default" className="agenda-more" onClick={more}>
          {messages.more}
        </Button>
      ) : null}
    </section>
  )
}

function HourRow({ hour, isNow, children }: { hour: Date; isNow: boolean; children: ReactNode[] }) {
  const { setNodeRef, isOver } = useDroppable({ id: hourTarget(hour) })
  const count = children.length
  const label = hourLabel(hour, messages.repeated)
  return (
    <div ref={setNodeRef} className={`agenda-hour${isOver ? ' agenda-over' : ''}${isNow ? ' agenda-now' : ''}`}>
      <div className="agenda-clock">
        <time className={count > 0 ? 'agenda-full' : 'dim'}>{label}</time>
        {isNow ? <span className="small dim">{messages.now}</span> : null}
        {count > 1 ? <span className="small dim">{messages.count(count)}</span> : null}
      </div>
      {count > 0 ? (
        <ul className="agenda-orders" aria-label={`${label}: ${messages.count(count)}`}>
          {children}
        </ul>
      ) : null}
    </div>
  )
}
