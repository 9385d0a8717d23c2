import type { OfferView, PendingOrder } from '@dispecerat/contract/driver'
import type { Act, Mind, News, Next, Will } from './driver-mind.ts'
import type { SeededRandom } from './seeded-random.ts'
import { SLOW_ANSWER_SECONDS } from './temper.ts'

const MAX_MINUTES = 20

/** An offer rings: what the phone confirms, what the driver will say, and when. */
export function offered(mind: Mind, offer: OfferView, random: SeededRandom): Next {
  const { round_id: roundId, order } = offer
  if (mind.temper.quirk === 'deaf' || mind.ringing.get(order.id)?.roundId === roundId) return { mind, acts: [] }
  const will = mind.temper.answersAlone ? willOf(mind, random) : null
  const answerSeconds = will === null || will === 'ignore' ? null : answerAfter(mind, random)
  const address = order.places[0]?.name ?? ''
  const expiresSeconds = offer.expires_in_ms / 1000
  const rings = { roundId, will, address, rungSeconds: 0, answerSeconds, expiresSeconds }
  const ringing = new Map(mind.ringing).set(order.id, rings)
  const acts: Act[] = [
    { do: 'confirm', what: 'delivered', roundId },
    { do: 'confirm', what: 'viewed', roundId },
  ]
  if (answerSeconds !== null) acts.push({ do: 'think', orderId: order.id, roundId, seconds: answerSeconds })
  return { mind: { ...mind, ringing }, acts }
}

function willOf({ temper }: Mind, random: SeededRandom): Will {
  const at = random.between(0, 100)
  if (temper.quirk === 'looks_only') return 'ignore'
  if (at < temper.refusePercent) return 'refuse'
  return at < temper.refusePercent + temper.ignorePercent ? 'ignore' : 'accept'
}

function answerAfter({ temper }: Mind, random: SeededRandom): number {
  if (temper.quirk !== 'slow') return temper.acceptSeconds
  return Math.round(random.between(SLOW_ANSWER_SECONDS.from, SLOW_ANSWER_SECONDS.to))
}

/** The time to think is over, for an offer or for the order he reaches for. */
export function answer(mind: Mind, { orderId, roundId }: { orderId: number; roundId: number }): Next {
  if (mind.reachingFor === orderId) return take(mind, orderId, roundId)
  const offer = mind.ringing.get(orderId)
  if (offer?.roundId !== roundId || offer.will === null || offer.will === 'ignore') return { mind, acts: [] }
  if (!mayTakeOne(mind)) return { mind, acts: [] }
  return { mind, acts: [offer.will === 'refuse' ? { do: 'refuse', orderId } : accept(mind, orderId, roundId)] }
}

/** The hand on the table presses accept or refuse; on an offer that is gone it does nothing. */
export function told(mind: Mind, { orderId, answer: will }: Extract<News, { type: 'told' }>): Next {
  const offer = mind.ringing.get(orderId)
  if (!offer) return { mind, acts: [] }
  const ringing = new Map(mind.ringing).set(orderId, { ...offer, will, answerSeconds: null })
  const act: Act = will === 'accept' ? accept(mind, orderId, offer.roundId) : { do: 'refuse', orderId }
  return { mind: { ...mind, ringing }, acts: [act] }
}

/** Free, or on his only trip with the client in the car: then one more may wait behind it. */
function mayTakeOne({ trip, next }: Mind): boolean {
  return trip === null || (trip.phase === 'on_trip' && next === null)
}

function accept({ kmPerHour }: Mind, orderId: number, roundId: number): Act {
  return { do: 'accept', orderId, roundId, minutes: Math.min(MAX_MINUTES, 3 + Math.floor(kmPerHour / 10)) }
}

/** The pending list changed. Who likes to help himself reaches for its first order, after the time he always takes. */
export function listed(mind: Mind, pending: readonly PendingOrder[]): Next {
  if (mind.temper.quirk === 'deaf') return { mind, acts: [] }
  const isStill = pending.some(({ order }) => order.id === mind.reachingFor)
  return offersNow({ ...mind, pending, reachingFor: isStill ? mind.reachingFor : null })
}

/** What a driver does about the lists he knows, now that something else ended. */
export function offersNow(mind: Mind): Next {
  const { temper, isPaused, bannedUntil, reachingFor, trip } = mind
  const [first] = mind.pending
  const mayReach = temper.takesPending && !isPaused && bannedUntil === null && trip === null
  if (!first || !mayReach || reachingFor !== null) return { mind, acts: [] }
  const { order, round_id: roundId } = first
  return {
    mind: { ...mind, reachingFor: order.id },
    acts: [{ do: 'think', orderId: order.id, roundId, seconds: temper.acceptSeconds }],
  }
}

function take(mind: Mind, orderId: number, roundId: number): Next {
  const isListed = mind.pending.some(({ order }) => order.id === orderId)
  if (!isListed || mind.trip) return { mind: { ...mind, reachingFor: null }, acts: [] }
  return { mind, acts: [accept(mind, orderId, roundId)] }
}

/** The order rings no more and is not to be had from the list. */
export function withoutOffer(mind: Mind, orderId: number): Mind {
  const ringing = new Map(mind.ringing)
  ringing.delete(orderId)
  const pending = mind.pending.filter(({ order }) => order.id !== orderId)
  return { ...mind, ringing, pending, reachingFor: mind.reachingFor === orderId ? null : mind.reachingFor }
}
