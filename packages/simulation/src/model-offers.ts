import type { OfferView, PendingOrder } from '@dispecerat/contract/dispatch/driver'
import { SLOW_ANSWER_SECONDS } from './behaviour.ts'
import type { Act, DriverEvent, DriverModel, Next, Will } from './driver-model.ts'
import type { SeededRandom } from './seeded-random.ts'

const MAX_MINUTES = 20

/** Handles a ringing offer: the receipt, the driver's decision, and its delay. */
export function offered(model: DriverModel, offer: OfferView, random: SeededRandom): Next {
  const { round_id: roundId, order } = offer
  if (model.behaviour.fault === 'deaf' || model.ringing.get(order.id)?.roundId === roundId) return { model, acts: [] }
  const will = model.behaviour.answersAlone ? willOf(model, random) : null
  const answerSeconds = will === null || will === 'ignore' ? null : answerAfter(model, random)
  const address = order.places[0]?.name ?? ''
  const expiresSeconds = offer.expires_in_ms / 1000
  const rings = { roundId, will, address, rungSeconds: 0, answerSeconds, expiresSeconds }
  const ringing = new Map(model.ringing).set(order.id, rings)
  const acts: Act[] = [
    { do: 'confirm', what: 'delivered', roundId },
    { do: 'confirm', what: 'viewed', roundId },
  ]
  if (answerSeconds !== null) acts.push({ do: 'think', orderId: order.id, roundId, seconds: answerSeconds })
  return { model: { ...model, ringing }, acts }
}

function willOf({ behaviour }: DriverModel, random: SeededRandom): Will {
  const at = random.between(0, 100)
  if (behaviour.fault === 'looks_only') return 'ignore'
  if (at < behaviour.refusePercent) return 'refuse'
  return at < behaviour.refusePercent + behaviour.ignorePercent ? 'ignore' : 'accept'
}

function answerAfter({ behaviour }: DriverModel, random: SeededRandom): number {
  if (behaviour.fault !== 'slow') return behaviour.acceptSeconds
  return Math.round(random.between(SLOW_ANSWER_SECONDS.from, SLOW_ANSWER_SECONDS.to))
}

/** The delay of an answer is over, for an offer or for a list entry. */
export function answer(model: DriverModel, { orderId, roundId }: { orderId: number; roundId: number }): Next {
  if (model.reachingFor === orderId) return take(model, orderId, roundId)
  const offer = model.ringing.get(orderId)
  if (offer?.roundId !== roundId || offer.will === null || offer.will === 'ignore') return { model, acts: [] }
  if (!mayTakeOne(model)) return { model, acts: [] }
  return { model, acts: [offer.will === 'refuse' ? { do: 'refuse', orderId } : accept(model, orderId, roundId)] }
}

/** The simulator's user accepts or refuses; without the offer nothing happens. */
export function applyUserAnswer(
  model: DriverModel,
  { orderId, answer: will }: Extract<DriverEvent, { type: 'told' }>,
): Next {
  const offer = model.ringing.get(orderId)
  if (!offer) return { model, acts: [] }
  const ringing = new Map(model.ringing).set(orderId, { ...offer, will, answerSeconds: null })
  const act: Act = will === 'accept' ? accept(model, orderId, offer.roundId) : { do: 'refuse', orderId }
  return { model: { ...model, ringing }, acts: [act] }
}

/** True when one more order may be taken: when free, or on a single trip with the client in the car. */
function mayTakeOne({ trip, next }: DriverModel): boolean {
  return trip === null || (trip.phase === 'on_trip' && next === null)
}

function accept({ kmPerHour }: DriverModel, orderId: number, roundId: number): Act {
  return { do: 'accept', orderId, roundId, minutes: Math.min(MAX_MINUTES, 3 + Math.floor(kmPerHour / 10)) }
}

/** The pending list changed. A driver who takes from it accepts its first order after the usual delay. */
export function listed(model: DriverModel, pending: readonly PendingOrder[]): Next {
  if (model.behaviour.fault === 'deaf') return { model, acts: [] }
  const isStill = pending.some(({ order }) => order.id === model.reachingFor)
  return offersNow({ ...model, pending, reachingFor: isStill ? model.reachingFor : null })
}

/** Re-evaluates the known lists after another order or offer has ended. */
export function offersNow(model: DriverModel): Next {
  const { behaviour, isPaused, bannedUntil, reachingFor, trip } = model
  const [first] = model.pending
  const mayReach = behaviour.takesPending && !isPaused && bannedUntil === null && trip === null
  if (!first || !mayReach || reachingFor !== null) return { model, acts: [] }
  const { order, round_id: roundId } = first
  return {
    model: { ...model, reachingFor: order.id },
    acts: [{ do: 'think', orderId: order.id, roundId, seconds: behaviour.acceptSeconds }],
  }
}

function take(model: DriverModel, orderId: number, roundId: number): Next {
  const isListed = model.pending.some(({ order }) => order.id === orderId)
  if (!isListed || model.trip) return { model: { ...model, reachingFor: null }, acts: [] }
  return { model, acts: [accept(model, orderId, roundId)] }
}

/** Removes the order's ringing offer and list entry. */
export function withoutOffer(model: DriverModel, orderId: number): DriverModel {
  const ringing = new Map(model.ringing)
  ringing.delete(orderId)
  const pending = model.pending.filter(({ order }) => order.id !== orderId)
  return { ...model, ringing, pending, reachingFor: model.reachingFor === orderId ? null : model.reachingFor }
}
