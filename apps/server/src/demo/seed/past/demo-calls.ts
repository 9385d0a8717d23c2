import type { UserId } from '@dispecerat/domain/kernel/ids'
import { CLIENT_FINISHED_CALL, RINGS_FOR_SECONDS } from '@dispecerat/domain/telephony/call'
import type { SeededRandom } from '@dispecerat/simulation/seeded-random'
import { STAFF, TAXI_COMPANY } from '../demo-accounts.ts'
import type { SeedInput } from '../demo-people.ts'
import type { SeedRow } from '../demo-rows.ts'
import type { NumberedOrder } from './demo-order-rows.ts'

type CallRow = SeedRow<'calls'>

/** The list of missed calls reaches 24 hours back; older ones keep it empty when the demo starts. */
const LOST_BEFORE_HOURS = 25
const SECOND_MS = 1000
const MINUTE_MS = 60_000

/** The call of each order, calls about the order and missed calls before it; oldest first. */
export function callRows({ now, random }: SeedInput, orders: readonly NumberedOrder[]): CallRow[] {
  const die = random.fork('calls')
  const lostUntil = now.getTime() - LOST_BEFORE_HOURS * 60 * MINUTE_MS
  return orders
    .filter(({ accountId, companyId }) => companyId === TAXI_COMPANY || accountId === null)
    .flatMap((order) => {
      const ordered = orderCall(order, die)
      const isOld = order.createdAt.getTime() < lostUntil
      return [...(isOld ? lostCalls(order, ordered, die) : []), ordered, ...laterCalls(order, die)]
    })
    .filter(({ ended_at }) => ended_at instanceof Date && ended_at < now)
    .sort((a, b) => Number(a.rang_at) - Number(b.rang_at))
}

/** The call that created the order: it is answered at the moment the draft is created. */
function orderCall(order: NumberedOrder, die: SeededRandom): CallRow {
  const waited = secondsToAnswer(die)
  const spoken = order.placedAt ?? after(order.createdAt, die.whole(8, 30))
  const isTransferred = order.companyId === TAXI_COMPANY && die.chance(2)
  return {
    ...callTemplate(order),
    rang_at: after(order.createdAt, -waited),
    started_at: order.createdAt,
    ended_at: after(spoken, die.whole(14, 60)),
    dispatcher_id: order.dispatcherId,
    order_id: order.id,
    transferred_from: isTransferred ? colleagueOf(order.dispatcherId) : null,
  }
}

/** At most one missed call before an order. The order's own call counts as the call back, except for a blocked number. */
function lostCalls(order: NumberedOrder, ordered: CallRow, die: SeededRandom): CallRow[] {
  const lost = die.weighted([
    [null, 930],
    ['gave up', 48],
    ['nobody answered', 11],
    ['no line', 4],
    ['blocked', 7],
  ] as const)
  if (lost === null) return []
  const rangAt = after(ordered.rang_at ?? order.createdAt, -die.whole(70, 200))
  const over = { 'gave up': die.whole(6, 50), 'nobody answered': RINGS_FOR_SECONDS, 'no line': 0, blocked: 0 }[lost]
  const reason = { 'gave up': 'missed', 'nobody answered': 'missed', 'no line': 'busy', blocked: 'blocked' }[lost]
  return [
    {
      ...callTemplate(order),
      ...(lost === 'blocked' ? { phone: '+40700900001' } : {}),
      rang_at: rangAt,
      ended_at: after(rangAt, over),
      reason_type: reason,
      reason_text: lost === 'gave up' ? CLIENT_FINISHED_CALL : null,
      is_missed: lost !== 'blocked',
      ...(lost === 'blocked' ? {} : { called_back_at: order.createdAt, called_back_by: order.dispatcherId }),
    },
  ]
}

/** Calls after the order: the client asks where the car is, or a dispatcher calls the client. */
function laterCalls(order: NumberedOrder, die: SeededRandom): CallRow[] {
  const { placedAt, assignment } = order
  if (!placedAt || !assignment) return []
  const kind = die.weighted([
    [null, 88],
    ['asks', 7],
    ['is rung up', 5],
  ] as const)
  if (kind === null) return []
  const rangAt = after(assignment.assignedAt, die.whole(90, 420))
  const of = { ...callTemplate(order), order_id: order.id, dispatcher_id: order.dispatcherId, rang_at: rangAt }
  if (kind === 'asks') {
    const answered = after(rangAt, secondsToAnswer(die))
    return [{ ...of, started_at: answered, ended_at: after(answered, die.whole(12, 55)) }]
  }
  const isReached = die.chance(78)
  const reached = after(rangAt, die.whole(5, 18))
  return [
    {
      ...of,
      direction: 'out',
      started_at: rangAt,
      reached_at: isReached ? reached : null,
      ended_at: isReached ? after(reached, die.whole(10, 40)) : after(rangAt, die.whole(20, 35)),
      reason_type: isReached ? 'call_ended' : 'not_reached',
    },
  ]
}

/** 70 % are answered within 7 seconds, 8 % wait 20 seconds or more. */
function secondsToAnswer(die: SeededRandom): number {
  return die.weighted([
    [die.whole(2, 7), 70],
    [die.whole(8, 19), 22],
    [die.whole(20, 55), 8],
  ] as const)
}

function callTemplate(order: NumberedOrder): CallRow {
  return {
    company_id: order.companyId,
    phone: order.phone,
    direction: 'in',
    state: 'ended',
    dispatcher_id: null,
    order_id: null,
    rang_at: order.createdAt,
    started_at: null,
    reached_at: null,
    ended_at: order.createdAt,
    transferred_from: null,
    called_back_at: null,
    called_back_by: null,
    reason_type: 'call_ended',
    reason_text: null,
    is_test: false,
    is_missed: false,
  }
}

function colleagueOf(dispatcherId: UserId): UserId {
  return dispatcherId === STAFF.dispatcher ? STAFF.secondDispatcher : STAFF.dispatcher
}

function after(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * SECOND_MS)
}
