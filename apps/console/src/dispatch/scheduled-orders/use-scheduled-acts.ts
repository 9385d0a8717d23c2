import type { ScheduledOrder } from '@dispecerat/contract/dispatch/scheduled-orders'
import {
  countScheduledOrders,
  listScheduledOrders,
  readScheduleRules,
} from '@dispecerat/contract/dispatch/scheduled-orders'
import { editOrder } from '@dispecerat/contract/orders/orders'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { notifyError } from '../../api/notify-error.ts'
import { request } from '../../api/request.ts'
import { serialQueue } from '../../api/serial-queue.ts'
import { useAction } from '../../api/use-action.ts'
import { isNewer } from '../../shared/orders/keep-order.ts'
import { warnPromise } from '../../shared/orders/promise/warn-promise.ts'
import { dayAndTime, millisOf } from '../../text/format.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { serverNow } from '../../ui/now.ts'
import { scheduleMessages as messages } from './schedule-messages.ts'

const UNDO_MS = 6_000
const FURTHEST_MS = 30 * 24 * 3_600_000

export interface Move {
  order: ScheduledOrder
  at: Date
  /** Null: the company's rules decide. */
  leadMinutes: number | null
}

/** The state a move is based on. */
interface Before {
  version: number
  departure_time: string
  /** The order's own lead time; null where it has none. */
  lead_minutes: number | null
}

/** Moves scheduled orders to another hour, one after another; each move can be undone for a few seconds. */
export function useMove() {
  const cache = useQueryClient()
  const [inTurn] = useState(serialQueue)
  /** Orders as the last move left them, because the list is refetched only a moment later. */
  const moved = useRef(new Map<number, Before>())
  const again = () => void invalidate(cache, listScheduledOrders, countScheduledOrders, readScheduleRules)
  const save = async ({ order, at, leadMinutes }: Move, how: { version?: number; key?: string }) => {
    const body = { departure_time: toWireTime(at), lead_minutes: leadMinutes }
    const reply = await request(editOrder, { params: { id: order.id }, body }, how)
    moved.current.set(order.id, reply.data)
    return reply
  }
  const moveBack = (order: ScheduledOrder, { departure_time, lead_minutes }: Before) => {
    const before = { order, at: new Date(millisOf(departure_time)), leadMinutes: lead_minutes }
    inTurn(() => save(before, {}))
      .then(() => toast.good(messages.movedBack))
      .catch(notifyError)
      .finally(again)
  }
  const move = useAction(
    ({ change: request, before }: { change: Move; before: Before }, key) =>
      save(request, { version: before.version, key }),
    {
      done: (reply, { change, before }) => {
        again()
        warnPromise(reply)
        const text = messages.moved(dayAndTime(change.at))
        offerUndo({ text, label: messages.undoMove, ms: UNDO_MS, undo: () => moveBack(change.order, before) })
      },
      failed: () => {
        again()
        return false
      },
    },
  )
  return {
    move: (change: Move) =>
      inTurn(() => move.run({ change, before: newest(change.order, moved.current.get(change.order.id)) })),
    busy: move.busy,
  }
}

function newest(listed: ScheduledOrder, moved: Before | undefined): Before {
  const { version, departure_time } = listed
  if (moved && isNewer(moved.version, version)) return moved
  return { version, departure_time, lead_minutes: ownLead(listed) }
}

export function ownLead({ has_own_lead, lead_minutes }: ScheduledOrder): number | null {
  return has_own_lead ? lead_minutes : null
}

/** Only an order that still waits for its departure can be moved here. */
export function canBeMoved({ start_at, state }: ScheduledOrder): boolean {
  return start_at !== null && state === 'pending'
}

/** Reason why the hour is not possible; null when it is. */
export function wrongHour(at: Date): string | null {
  if (at.getTime() < serverNow()) return messages.past
  return at.getTime() > serverNow() + FURTHEST_MS ? messages.tooFar : null
}
