/* Not in its component's file, which exports only components: the unit test imports this. */
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { type Actor, type OrderAction, type WhyNot, whyNot } from '@dispecerat/domain/orders/order-actions'
import { ratingIsOpen } from '@dispecerat/domain/orders/rating'
import { lifeOf } from '../../../shared/orders/order-life.ts'
import { stateLabel } from '../../../shared/orders/order-state-badge.tsx'
import { millisOf } from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import { savedOrderMessages } from '../saved-order-messages.ts'

const messages = savedOrderMessages.actions

/** Reason why an action of the order is disabled; null when it is available. */
export function whyNotNow(order: OrderView, action: OrderAction, who: Actor, now: Date): string | null {
  const why = whyNot(lifeOf(order), action, who)
  if (why !== null) return sentence(why, order, action)
  return action === 'rate' ? whyNotRated(order, now) : null
}

function sentence(why: WhyNot, order: OrderView, action: OrderAction): string {
  if (action === 'cancel' && order.state === 'pending') return messages.pendingCancel
  const texts: Record<WhyNot, string> = {
    not_allowed: messages.notAllowed,
    wrong_state: ro.order.actions.wrongState(stateLabel(order.state, order.trip_state)),
    trip_started: messages.tripStarted,
    already_queued: messages.alreadyQueued,
    assigned_first: ro.order.actions.assignedFirst,
    finished_stays: ro.order.actions.finishedStays,
    not_owner: ro.order.actions.notOwner,
  }
  return texts[why]
}

function whyNotRated(order: OrderView, now: Date): string | null {
  if (order.rating !== null) return messages.rated
  if (order.driver_id === null) return messages.rateNoDriver
  const finishedAt = order.trip_finished_at === null ? null : new Date(millisOf(order.trip_finished_at))
  return ratingIsOpen(finishedAt, now) ? null : messages.rateLate
}
