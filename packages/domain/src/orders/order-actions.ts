import { type Permission, type Role, rolesMay } from '../identity/permissions.ts'
import { dispatcherOwns, type OrderLife, orderCan, orderCanBeDeleted, orderCanBeDuplicated } from './order.ts'

/** Actions on a placed order. */
export const ORDER_ACTIONS = [
  'cancel',
  'retry',
  'queue',
  'notify',
  'assignNow',
  'takeBack',
  'assign',
  'duplicate',
  'delete',
  'rate',
] as const
export type OrderAction = (typeof ORDER_ACTIONS)[number]

/** Reason why an action is not available now, shown on the disabled button. */
export type WhyNot =
  | 'not_allowed'
  | 'wrong_state'
  | 'trip_started'
  | 'already_queued'
  | 'assigned_first'
  | 'finished_stays'
  | 'not_owner'

export interface Actor {
  userId: number | null
  roles: readonly Role[]
  /** Permissions held, where the company may have narrowed the roles. */
  permissions?: readonly string[]
}

const LABELS = {
  cancel: 'orders.cancel',
  retry: 'orders.retry',
  queue: 'orders.retry',
  notify: 'orders.dispatch',
  assignNow: 'orders.dispatch',
  takeBack: 'orders.dispatch',
  assign: 'orders.dispatch',
  duplicate: 'orders.dispatch',
  delete: 'orders.dispatch',
  rate: 'orders.rate',
} as const satisfies Record<OrderAction, Permission>

/** Actions beyond reading that belong to the dispatcher who took the order. */
const OWNERS: readonly OrderAction[] = ['retry', 'queue', 'notify']

/**
 * Null when `who` may do it now. Checked in the server's order: the role (403), the state (409), the owner (403). Retry, move to pending
 * and the notify that is a retry belong to the order's dispatcher; roles above a dispatcher act on any order.
 */
export function whyNot(order: OrderLife, action: OrderAction, who: Actor): WhyNot | null {
  const holds = who.permissions?.includes(LABELS[action]) ?? rolesMay(who.roles, LABELS[action])
  if (!holds) return 'not_allowed'
  const state = whyNotInState(order, action)
  if (state !== null) return state
  const isFree = action === 'notify' && order.state === 'created'
  return OWNERS.includes(action) && !isFree && !actsAsOwner(order, who) ? 'not_owner' : null
}

function whyNotInState(order: OrderLife, action: OrderAction): WhyNot | null {
  switch (action) {
    case 'queue':
      if (orderCan(order, 'queue')) return null
      return order.inPendingQueue ? 'already_queued' : 'wrong_state'
    case 'notify':
      return order.state === 'created' || orderCan(order, 'retry') ? null : 'wrong_state'
    case 'assignNow':
    case 'takeBack':
      if (orderCan(order, action)) return null
      return order.tripState === 'started' ? 'trip_started' : 'wrong_state'
    case 'assign':
      return orderCan(order, 'setDriver') ? null : 'wrong_state'
    case 'duplicate':
      return orderCanBeDuplicated(order) ? null : 'wrong_state'
    case 'delete':
      if (orderCanBeDeleted(order)) return null
      return order.state === 'assigned' ? 'assigned_first' : 'finished_stays'
    case 'rate':
      return order.state === 'finished' ? null : 'wrong_state'
    default:
      return orderCan(order, action) ? null : 'wrong_state'
  }
}

/** A dispatcher acts on their own orders, higher roles on any. */
export function actsAsOwner(order: OrderLife, { userId, roles }: Actor): boolean {
  if (roles.includes('admin') || roles.includes('company_admin')) return true
  return userId !== null && dispatcherOwns(order, userId)
}
