import { type DriverEventData, orderDriversChannel } from '@dispecerat/contract/api/realtime'
import { isExclusive, type Offer, type Walk, type WalkEffect } from '@dispecerat/domain/dispatch/search/walk'
import type { CompanyId, DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import type { NewHistory } from '../../orders/orders.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { LogEvent } from '../../platform/db/event-log.ts'
import type { StoredWalk } from './walks.store.ts'

/** Reason of an offer's end that its driver did not cause. */
export type WhyGone = DriverEventData<'order_canceled'>['reason']

export interface EventsOf {
  walk: Walk
  roundIds: StoredWalk['roundIds']
  /** Companies whose consoles get events of the order. */
  audience: readonly CompanyId[]
  /** Reason sent for withdrawn offers. */
  withdrawn: WhyGone
  /** A driver who got the order by hand, and so is told nothing about the offers. */
  toDriver?: DriverId | undefined
}

/** Events of the engine's effects for drivers and consoles. Places and names are added when they are sent. */
export function eventsOf(effects: readonly WalkEffect[], input: EventsOf): LogEvent[] {
  const { orderId } = input.walk
  return [
    ...offeredEvents(effects, input),
    ...goneEvents(effects, input),
    ...listEvents(effects, input),
    panelEvent(orderId),
  ]
}

/** Reloads the order's search panel; only users who may see the order can subscribe. */
export function panelEvent(orderId: OrderId): LogEvent {
  return { event: 'ws_order_drivers', channel: orderDriversChannel(orderId), data: { order_id: orderId } }
}

/** Reloads these drivers' pending lists; each list is added when the event is sent. */
export function listsChanged(orderId: OrderId, driverIds: readonly DriverId[]): LogEvent[] {
  if (driverIds.length === 0) return []
  return [{ event: 'pending_orders_updated', toUsers: driverIds, data: { order_id: orderId } }]
}

function offeredEvents(effects: readonly WalkEffect[], { walk, roundIds, audience }: EventsOf): LogEvent[] {
  const made = effects.flatMap((effect) => {
    const roundId = effect.type === 'offer.made' ? roundIds.get(effect.roundNo) : undefined
    return effect.type === 'offer.made' && roundId !== undefined ? [{ ...effect, roundId }] : []
  })
  const [first] = made
  if (!first) return []
  const ringing = made.filter(({ roundNo }) => rings(walk, roundNo))
  const sent: LogEvent = {
    event: 'order_sent_to_driver',
    toCompanies: audience,
    data: { order_id: walk.orderId, round_id: first.roundId, n: made.length },
  }
  const offered = ringing.map(
    ({ roundId, offer: { driverId } }): LogEvent => ({
      event: 'order_available',
      toUsers: [driverId],
      data: { round_id: roundId, order_id: walk.orderId, driver_id: driverId },
    }),
  )
  return [...offered, sent]
}

/** One event per reason for all its recipients, each of them once; the winner gets only the confirmation. */
function goneEvents(effects: readonly WalkEffect[], { walk, withdrawn, toDriver }: EventsOf): LogEvent[] {
  const winner = toDriver ?? effects.find((effect) => effect.type === 'walk.ended')?.driverId
  const toWhom = new Map<WhyGone, Set<DriverId>>()
  for (const effect of effects) {
    if (effect.type !== 'offer.closed' || effect.offer.driverId === winner) continue
    const reason = whyGone(effect.offer, withdrawn)
    if (reason === null || (reason === 'expired' && !rings(walk, effect.roundNo))) continue
    toWhom.set(reason, (toWhom.get(reason) ?? new Set()).add(effect.offer.driverId))
  }
  return [...toWhom].map(([reason, toUsers]) => ({
    event: 'order_canceled',
    toUsers: [...toUsers],
    data: { order_id: walk.orderId, reason },
  }))
}

function listEvents(effects: readonly WalkEffect[], { walk }: EventsOf): LogEvent[] {
  const changed = effects.flatMap((effect) =>
    (effect.type === 'offer.made' || effect.type === 'offer.closed') && !rings(walk, effect.roundNo)
      ? [effect.offer.driverId]
      : [],
  )
  return listsChanged(walk.orderId, [...new Set(changed)])
}

function rings({ steps }: Walk, roundNo: number): boolean {
  const step = steps[roundNo - 1]
  return step === undefined || isExclusive(step)
}

function whyGone({ fate }: Offer, withdrawn: WhyGone): WhyGone | null {
  switch (fate) {
    case 'lost_race':
      return 'taken'
    case 'withdrawn':
      return withdrawn
    case 'not_delivered':
    case 'delivered_not_seen':
    case 'seen_no_answer':
      return 'expired'
    default:
      return null
  }
}

/** History lines of the order: rounds begun and drivers notified. */
export function historyOf(effects: readonly WalkEffect[], orderId: OrderId, now: Date): NewHistory[] {
  return effects.flatMap((effect): NewHistory[] => {
    const line = { orderId, at: now, by: SYSTEM }
    if (effect.type === 'round.opened') {
      const { no, step } = effect.round
      const n = effects.filter((one) => one.type === 'offer.made' && one.roundNo === no).length
      return [{ ...line, type: 'round', data: { step: no, search_type: step.searchType, drivers: n } }]
    }
    if (effect.type !== 'offer.made') return []
    const { driverId, rank } = effect.offer
    return [{ ...line, type: 'driver_notified', data: { driver_id: driverId, step: effect.roundNo, rank } }]
  })
}
