import { editOrder } from '@dispecerat/contract/orders'
import type { ScheduledOrder } from '@dispecerat/contract/scheduled-orders'
import { toWireTime } from '@dispecerat/domain/wire-time'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { tellError } from '../../api/tell-error.ts'
import { useAction } from '../../api/use-action.ts'
import { SCHEDULED_KEY } from '../../parts/use-coming-orders.ts'
import { dayAndTime, millisOf } from '../../text/format.ts'
import { scheduleWords as words } from '../../text/schedule-words.ts'
import { serverNow } from '../../ui/now.ts'
import { toast } from '../../ui/toast.ts'
import { offerUndo } from '../../ui/undo-toast.tsx'

const UNDO_MS = 6_000
const FURTHEST_MS = 30 * 24 * 3_600_000

export interface Move {
  order: ScheduledOrder
  at: Date
  /** Null: as the company's rules say. */
  leadMinutes: number | null
}

/** Moving a scheduled order to another hour; it can be taken back for a few seconds. */
export function useMove() {
  const cache = useQueryClient()
  const again = () => void cache.invalidateQueries({ queryKey: [SCHEDULED_KEY] })
  const save = ({ order, at, leadMinutes }: Move, version: string | null, key?: string) =>
    call(
      editOrder,
      { params: { id: order.id }, body: { departure_time: toWireTime(at), lead_minutes: leadMinutes } },
      { ...(version === null ? {} : { version }), ...(key === undefined ? {} : { key }) },
    )

  const moveBack = ({ order }: Move) => {
    const before = { order, at: new Date(millisOf(order.departure_time)), leadMinutes: ownLead(order) }
    save(before, null)
      .then(() => toast.good(words.movedBack))
      .catch(tellError)
      .finally(again)
  }
  const move = useAction((asked: Move, key) => save(asked, asked.order.version, key), {
    done: (_, asked) => {
      again()
      const text = words.moved(dayAndTime(asked.at))
      offerUndo({ text, label: words.undoMove, ms: UNDO_MS, undo: () => moveBack(asked) })
    },
    failed: () => {
      again()
      return false
    },
  })
  return { move: move.run, busy: move.busy }
}

export function ownLead({ has_own_lead, lead_minutes }: ScheduledOrder): number | null {
  return has_own_lead ? lead_minutes : null
}

/** Only an order that still waits for its hour can be moved from here. */
export function canBeMoved({ start_at, state }: ScheduledOrder): boolean {
  return start_at !== null && state === 'pending'
}

/** Why the hour cannot be taken; null = it can. */
export function wrongHour(at: Date): string | null {
  if (at.getTime() < serverNow()) return words.past
  return at.getTime() > serverNow() + FURTHEST_MS ? words.tooFar : null
}
