import type { ScheduledOrder } from '@dispecerat/contract/dispatch/scheduled-orders'
import { DndContext, type DragEndEvent, PointerSensor, pointerWithin, useSensor, useSensors } from '@dnd-kit/core'
import { type ReactNode, useId } from 'react'
import { hourAndMinute, millisOf } from '../../text/format.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { scheduleMessages as messages } from './schedule-messages.ts'
import { movedToDay, movedToHour } from './schedule-range.ts'
import { type Move, ownLead, wrongHour } from './use-scheduled-acts.ts'

/** Below this distance a press is a click, not a drag. */
const DRAG_AFTER_PX = 5

/** Drop target of an hour or a day. */
export const hourTarget = (hour: Date) => `hour ${hour.getTime()}`
export const dayTarget = (day: string) => `day ${day}`

/** Drag and drop of orders onto another hour or day; the keyboard alternative is each order's dialog. */
export function DragToMove({
  orders,
  move,
  children,
}: {
  orders: readonly ScheduledOrder[]
  move: (move: Move) => Promise<boolean>
  children: ReactNode
}) {
  const id = useId()
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: DRAG_AFTER_PX } }))
  const drop = ({ active, over }: DragEndEvent) => {
    const order = orders.find((one) => one.id === active.id)
    if (!order || !over) return
    const before = new Date(millisOf(order.departure_time))
    const at = droppedAt(before, String(over.id))
    if (at.getTime() === before.getTime()) return
    const wrong = wrongHour(at)
    if (wrong) toast.bad(wrong)
    else void move({ order, at, leadMinutes: ownLead(order) })
  }
  const nameOf = (target: string | number | undefined) =>
    target === undefined ? messages.drag.nowhere : placeName(String(target))
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragEnd={drop}
      accessibility={{
        announcements: {
          onDragStart: ({ active }) => messages.drag.start(messages.open(Number(active.id))),
          onDragOver: ({ over }) => messages.drag.over(nameOf(over?.id)),
          onDragEnd: ({ over }) => messages.drag.end(nameOf(over?.id)),
          onDragCancel: () => messages.drag.cancel,
        },
        screenReaderInstructions: { draggable: messages.dragHow },
      }}
    >
      {children}
    </DndContext>
  )
}

function droppedAt(before: Date, target: string): Date {
  const [kind, where = ''] = target.split(' ')
  return kind === 'hour' ? movedToHour(before, new Date(Number(where))) : movedToDay(before, where)
}

function placeName(target: string): string {
  const [kind, where = ''] = target.split(' ')
  return kind === 'hour' ? hourAndMinute(new Date(Number(where))) : where
}
