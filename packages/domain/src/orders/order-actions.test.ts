import { expect, test } from 'vitest'
import type { Role } from '../identity/permissions.ts'
import { ORDER_STATES, type OrderLife, type OrderState } from './order.ts'
import { type Actor, ORDER_ACTIONS, type OrderAction, type WhyNot, whyNot } from './order-actions.ts'

const ME = 7
const order = (state: OrderState, more: Partial<OrderLife> = {}): OrderLife => ({
  state,
  tripState: null,
  inPendingQueue: false,
  dispatcherId: ME,
  ...more,
})
const actor = (role: Role, userId: number): Actor => ({ userId, roles: [role] })
const OWNER = actor('dispatcher', ME)
const COLLEAGUE = actor('dispatcher', 8)

/** Actions of the order's owner, decided by the state alone. */
const BY_STATE: Record<OrderState, readonly OrderAction[]> = {
  new: ['delete'],
  created: ['cancel', 'queue', 'notify', 'assignNow', 'duplicate', 'delete'],
  assigned: ['cancel', 'assignNow', 'takeBack', 'duplicate'],
  finished: ['duplicate', 'rate'],
  canceled: ['retry', 'notify', 'assign', 'duplicate', 'delete'],
  pending: ['retry', 'queue', 'notify', 'assignNow', 'assign', 'duplicate', 'delete'],
}
const OF_THE_OWNER: readonly OrderAction[] = ['retry', 'queue', 'notify']

test.each(ORDER_STATES.map((state) => [state]))(
  '%s: actions of the owner, of a colleague and of higher roles',
  (state) => {
    const allowed = (who: Actor) => ORDER_ACTIONS.filter((action) => whyNot(order(state), action, who) === null).sort()
    expect(allowed(OWNER)).toEqual([...BY_STATE[state]].sort())
    for (const role of ['company_admin', 'admin'] as const) {
      expect(allowed(actor(role, 99))).toEqual([...BY_STATE[state]].sort())
    }
    const ofColleague = BY_STATE[state].filter(
      (action) => !OF_THE_OWNER.includes(action) || (action === 'notify' && state === 'created'),
    )
    expect(allowed(COLLEAGUE)).toEqual(ofColleague.sort())
  },
)

test.each<[string, OrderLife, OrderAction, Actor, WhyNot]>([
  ['retry of a colleague’s order', order('canceled'), 'retry', COLLEAGUE, 'not_owner'],
  ['the state is told before the owner', order('finished'), 'retry', COLLEAGUE, 'wrong_state'],
  ['an order in the queue', order('pending', { inPendingQueue: true }), 'queue', OWNER, 'already_queued'],
  ['a search that lists itself', order('created', { inPendingQueue: true }), 'queue', OWNER, 'already_queued'],
  ['an order on the way', order('assigned'), 'delete', OWNER, 'assigned_first'],
  ['a finished order', order('finished'), 'delete', OWNER, 'finished_stays'],
  ['a pending order', order('pending'), 'cancel', OWNER, 'wrong_state'],
  ['a trip under way', order('assigned', { tripState: 'started' }), 'takeBack', OWNER, 'trip_started'],
  ['a trip under way', order('assigned', { tripState: 'started' }), 'assignNow', COLLEAGUE, 'trip_started'],
  ['an order without a driver', order('created'), 'takeBack', OWNER, 'wrong_state'],
  ['a canceled order', order('canceled'), 'assignNow', OWNER, 'wrong_state'],
  ['a driver who names a driver', order('created'), 'assignNow', actor('driver', ME), 'not_allowed'],
  ['an online order retried by a dispatcher', order('canceled', { dispatcherId: null }), 'retry', OWNER, 'not_owner'],
  ['a driver who cancels for the room', order('created'), 'cancel', actor('driver', ME), 'not_allowed'],
  ['a protocol company that retries', order('canceled'), 'retry', actor('company', ME), 'not_allowed'],
])('%s: refused with the reason', (_, life, action, who, why) => {
  expect(whyNot(life, action, who)).toBe(why)
})

test('an order leaves the queue by retry, whoever put it there', () => {
  expect(whyNot(order('pending', { inPendingQueue: true }), 'retry', OWNER)).toBeNull()
})
