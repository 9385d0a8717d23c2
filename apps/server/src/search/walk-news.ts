import { type DriverEventData, orderDriversChannel } from '@dispecerat/contract/realtime'
import type { CompanyId, OrderId, RoundId } from '@dispecerat/domain/ids'
import type { Offer, WalkEffect } from '@dispecerat/domain/search/walk'
import { SYSTEM } from '../db/caller.ts'
import type { LoggedEvent } from '../db/event-log.ts'
import type { NewHistory } from '../orders/orders.public.ts'

/** What a driver hears when an offer ends that was not his to end. */
export type WhyGone = DriverEventData<'order_canceled'>['reason']

export interface NewsOf {
  orderId: OrderId
  roundId: RoundId | null
  /** Consoles that hear about the order. */
  audience: readonly CompanyId[]
  /** What withdrawn offers are told. */
  withdrawn: WhyGone
}

/** What the engine's effects say to drivers and consoles. Places and names are added while they are sent. */
export function eventsOf(effects: readonly WalkEffect[], news: NewsOf): LoggedEvent[] {
  const { orderId, roundId, audience } = news
  const toDrivers = effects.flatMap((effect): LoggedEvent[] => {
    if (effect.type === 'offer.made') return [offered(effect.offer, news)]
    const reason = effect.type === 'offer.closed' ? whyGone(effect.offer, news.withdrawn) : null
    if (effect.type !== 'offer.closed' || reason === null) return []
    return [{ event: 'order_canceled', toUsers: [effect.offer.driverId], data: { order_id: orderId, reason } }]
  })
  const asked = effects.filter(({ type }) => type === 'offer.made').length
  const sent: LoggedEvent = {
    event: 'order_sent_to_driver',
    toCompanies: audience,
    data: { order_id: orderId, round_id: roundId, n: asked },
  }
  return [...toDrivers, ...(asked > 0 ? [sent] : []), panelEvent(orderId)]
}

/** The search panel of the order reads its rounds anew; only who may see the order can subscribe. */
export function panelEvent(orderId: OrderId): LoggedEvent {
  return { event: 'ws_order_drivers', channel: orderDriversChannel(orderId), data: { order_id: orderId } }
}

function offered({ driverId }: Offer, { orderId, roundId }: NewsOf): LoggedEvent {
  return {
    event: 'order_available',
    toUsers: [driverId],
    data: { round_id: roundId, order_id: orderId, driver_id: driverId },
  }
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

/** Lines of the order's history: rounds begun and drivers notified (GAP-26). */
export function historyOf(effects: readonly WalkEffect[], orderId: OrderId, now: Date): NewHistory[] {
  return effects.flatMap((effect): NewHistory[] => {
    const line = { orderId, at: now, by: SYSTEM }
    if (effect.type === 'round.opened') {
      const { no, step } = effect.round
      const n = effects.filter(({ type }) => type === 'offer.made').length
      return [{ ...line, type: 'round', data: { step: no, search_type: step.searchType, drivers: n } }]
    }
    if (effect.type !== 'offer.made') return []
    const { driverId, rank } = effect.offer
    return [{ ...line, type: 'driver_notified', data: { driver_id: driverId, step: effect.roundNo, rank } }]
  })
}
