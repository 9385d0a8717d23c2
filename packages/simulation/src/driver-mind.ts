import type { DriverOrder, OfferView } from '@dispecerat/contract/driver'
import type { Point } from '@dispecerat/domain/geo'
import { headingTo, meterRon, metresPerSecond, moveTowards, nextWaypoint } from './drive.ts'
import type { SeededRandom } from './seeded-random.ts'

/** How one pretend driver is. */
export interface Temper {
  /** Seconds between hearing an offer and answering it. */
  acceptSeconds: number
  /** Of a hundred offers, how many are refused and how many are left ringing. */
  refusePercent: number
  ignorePercent: number
  kmPerHour: { from: number; to: number }
  /** Driving and waiting go this many times faster than life; answering does not. */
  speedUp: number
}

export const USUAL_TEMPER: Temper = {
  acceptSeconds: 3,
  refusePercent: 10,
  ignorePercent: 10,
  kmPerHour: { from: 30, to: 45 },
  speedUp: 1,
}

/** The trip in hand. `saidAt` is set while a step waits for the server's answer. */
interface Trip {
  orderId: number
  pickup: Point
  destination: Point
  phase: 'to_pickup' | 'at_pickup' | 'on_trip'
  /** Seconds still to stand before the next step. */
  standSeconds: number
  metres: number
  isSaying: boolean
}

export interface Mind {
  temper: Temper
  at: Point
  heading: number
  kmPerHour: number
  cruiseTo: Point
  trip: Trip | null
  /** Offers that ring, by order. */
  ringing: ReadonlyMap<number, { roundId: number; will: Will }>
}

export type Will = 'accept' | 'refuse' | 'ignore'

/** What happens to a driver. */
export type News =
  | { type: 'offered'; offer: OfferView }
  | { type: 'time_to_answer'; orderId: number; roundId: number }
  | { type: 'offer_gone'; orderId: number }
  | { type: 'assigned'; order: DriverOrder }
  | { type: 'order_gone'; orderId: number }
  /** The server took the step that was said. */
  | { type: 'step_taken'; orderId: number }
  /** It could not be said; it will be said again. */
  | { type: 'step_failed'; orderId: number }
  /** Somebody changed the order, or it moved on. */
  | { type: 'updated'; order: DriverOrder }
  /** What the server holds for this driver; offers null = they were not asked about. */
  | { type: 'snapshot'; offers: readonly OfferView[] | null; orders: readonly DriverOrder[] }

/** What a driver does about it. */
export type Act =
  | { do: 'confirm'; what: 'delivered' | 'viewed'; roundId: number }
  | { do: 'think'; orderId: number; roundId: number; seconds: number }
  | { do: 'accept'; orderId: number; roundId: number; minutes: number }
  | { do: 'refuse'; orderId: number }
  | { do: 'arrived' | 'start'; orderId: number }
  | { do: 'finish'; orderId: number; costRon: number; metres: number }

const MOST_MINUTES = 20
/** Clients need a while to come down. */
const CLIENT_COMES_SECONDS = { from: 20, to: 120 }

export function wakeUp(temper: Temper, random: SeededRandom): Mind {
  return {
    temper,
    at: nextWaypoint(random),
    heading: 0,
    kmPerHour: random.between(temper.kmPerHour.from, temper.kmPerHour.to),
    cruiseTo: nextWaypoint(random),
    trip: null,
    ringing: new Map(),
  }
}

/** One piece of news: the driver as it is then, and what it does. Pure but for the die. */
export function hear(mind: Mind, news: News, random: SeededRandom): { mind: Mind; acts: Act[] } {
  switch (news.type) {
    case 'offered':
      return offered(mind, news.offer, random)
    case 'time_to_answer':
      return answer(mind, news.orderId, news.roundId)
    case 'offer_gone':
      return { mind: withoutOffer(mind, news.orderId), acts: [] }
    case 'assigned':
      return { mind: assigned(withoutOffer(mind, news.order.id), news.order, random), acts: [] }
    case 'order_gone':
      return { mind: orderGone(withoutOffer(mind, news.orderId), news.orderId), acts: [] }
    case 'step_taken':
      return { mind: stepTaken(mind, news.orderId, random), acts: [] }
    case 'step_failed':
      return { mind: said(mind, news.orderId, false), acts: [] }
    case 'updated':
      return { mind: updated(mind, news.order), acts: [] }
    case 'snapshot':
      return snapshot(mind, news, random)
  }
}

/** Time passes: the car moves, and at the end of each stretch the driver says so. */
export function pass(mind: Mind, seconds: number, random: SeededRandom): { mind: Mind; acts: Act[] } {
  const lived = seconds * mind.temper.speedUp
  const { trip } = mind
  if (!trip) return { mind: cruise(mind, lived, random), acts: [] }
  if (trip.isSaying) return { mind, acts: [] }
  if (trip.phase === 'at_pickup') return stand(mind, trip, lived)
  const goal = trip.phase === 'to_pickup' ? trip.pickup : trip.destination
  const step = moveTowards(mind.at, goal, lived * metresPerSecond(mind.kmPerHour))
  const metres = trip.phase === 'on_trip' ? trip.metres + step.metres : trip.metres
  const there = step.metresLeft === 0
  const moved: Mind = {
    ...mind,
    at: step.at,
    heading: step.metres > 0 ? headingTo(mind.at, step.at) : mind.heading,
    trip: { ...trip, metres, isSaying: there },
  }
  if (!there) return { mind: moved, acts: [] }
  const { orderId } = trip
  if (trip.phase === 'to_pickup') return { mind: moved, acts: [{ do: 'arrived', orderId }] }
  return {
    mind: moved,
    acts: [{ do: 'finish', orderId, costRon: meterRon(metres * 1.3), metres: Math.round(metres * 1.3) }],
  }
}

function stand(mind: Mind, trip: Trip, seconds: number): { mind: Mind; acts: Act[] } {
  const standSeconds = trip.standSeconds - seconds
  if (standSeconds > 0) return { mind: { ...mind, trip: { ...trip, standSeconds } }, acts: [] }
  return {
    mind: { ...mind, trip: { ...trip, standSeconds: 0, isSaying: true } },
    acts: [{ do: 'start', orderId: trip.orderId }],
  }
}

/** Idle cars roam slowly, and stand where they arrive until they know where to go. */
function cruise(mind: Mind, seconds: number, random: SeededRandom): Mind {
  const step = moveTowards(mind.at, mind.cruiseTo, (seconds * metresPerSecond(mind.kmPerHour)) / 2)
  return {
    ...mind,
    at: step.at,
    heading: step.metres > 0 ? headingTo(mind.at, step.at) : mind.heading,
    cruiseTo: step.metresLeft === 0 ? nextWaypoint(random) : mind.cruiseTo,
  }
}

function offered(mind: Mind, offer: OfferView, random: SeededRandom): { mind: Mind; acts: Act[] } {
  const { round_id: roundId, order } = offer
  if (mind.ringing.get(order.id)?.roundId === roundId) return { mind, acts: [] }
  const { refusePercent, ignorePercent, acceptSeconds } = mind.temper
  const at = random.between(0, 100)
  const will: Will = at < refusePercent ? 'refuse' : at < refusePercent + ignorePercent ? 'ignore' : 'accept'
  const ringing = new Map(mind.ringing).set(order.id, { roundId, will })
  const acts: Act[] = [
    { do: 'confirm', what: 'delivered', roundId },
    { do: 'confirm', what: 'viewed', roundId },
  ]
  if (will !== 'ignore') acts.push({ do: 'think', orderId: order.id, roundId, seconds: acceptSeconds })
  return { mind: { ...mind, ringing }, acts }
}

function answer(mind: Mind, orderId: number, roundId: number): { mind: Mind; acts: Act[] } {
  const offer = mind.ringing.get(orderId)
  if (offer?.roundId !== roundId || offer.will === 'ignore' || mind.trip) return { mind, acts: [] }
  if (offer.will === 'refuse') return { mind, acts: [{ do: 'refuse', orderId }] }
  const minutes = Math.min(MOST_MINUTES, 3 + Math.floor(mind.kmPerHour / 10))
  return { mind, acts: [{ do: 'accept', orderId, roundId, minutes }] }
}

function withoutOffer(mind: Mind, orderId: number): Mind {
  if (!mind.ringing.has(orderId)) return mind
  const ringing = new Map(mind.ringing)
  ringing.delete(orderId)
  return { ...mind, ringing }
}

function orderGone(mind: Mind, orderId: number): Mind {
  return mind.trip?.orderId === orderId ? { ...mind, trip: null } : mind
}

const PHASES = { waiting_driver: 'to_pickup', waiting_client: 'at_pickup', started: 'on_trip' } as const

/** Takes the order from whatever step the server says it is at; hearing of the same order twice changes nothing. */
function assigned(mind: Mind, order: DriverOrder, random: SeededRandom): Mind {
  if (mind.trip?.orderId === order.id || !order.trip_state) return mind
  const stops = stopsOf(order)
  if (!stops) return mind
  const trip: Trip = {
    orderId: order.id,
    pickup: stops.pickup,
    destination: stops.destination ?? nextWaypoint(random),
    phase: PHASES[order.trip_state],
    standSeconds: random.between(CLIENT_COMES_SECONDS.from, CLIENT_COMES_SECONDS.to),
    metres: 0,
    isSaying: false,
  }
  return { ...mind, trip }
}

function stopsOf({ places }: DriverOrder): { pickup: Point; destination: Point | null } | null {
  const [pickup, ...others] = places.map(({ lat, long }) => ({ lat, long }))
  return pickup ? { pickup, destination: others.at(-1) ?? null } : null
}

/** New addresses count at once; while a step waits for its answer the phase stays as it is. */
function updated(mind: Mind, order: DriverOrder): Mind {
  const { trip } = mind
  if (trip?.orderId !== order.id) return mind
  if (!order.trip_state) return { ...mind, trip: null }
  const stops = stopsOf(order)
  const pickup = stops?.pickup ?? trip.pickup
  const destination = stops?.destination ?? trip.destination
  return {
    ...mind,
    trip: { ...trip, pickup, destination, phase: trip.isSaying ? trip.phase : PHASES[order.trip_state] },
  }
}

function stepTaken(mind: Mind, orderId: number, random: SeededRandom): Mind {
  const { trip } = mind
  if (trip?.orderId !== orderId) return mind
  if (trip.phase === 'on_trip') return { ...mind, trip: null, cruiseTo: nextWaypoint(random) }
  return { ...mind, trip: { ...trip, phase: trip.phase === 'to_pickup' ? 'at_pickup' : 'on_trip', isSaying: false } }
}

function said(mind: Mind, orderId: number, isSaying: boolean): Mind {
  return mind.trip?.orderId === orderId ? { ...mind, trip: { ...mind.trip, isSaying } } : mind
}

/** The server's word replaces what this driver believed. */
function snapshot(
  before: Mind,
  { offers, orders }: Extract<News, { type: 'snapshot' }>,
  random: SeededRandom,
): { mind: Mind; acts: Act[] } {
  const [order] = orders
  let mind: Mind = before.trip && before.trip.orderId !== order?.id ? { ...before, trip: null } : before
  if (order) mind = updated(said(assigned(mind, order, random), order.id, false), order)
  if (offers === null) return { mind, acts: [] }
  const still = new Set(offers.map((offer) => offer.order.id))
  mind = { ...mind, ringing: new Map([...mind.ringing].filter(([orderId]) => still.has(orderId))) }
  const acts: Act[] = []
  for (const offer of offers) {
    const heard = offered(mind, offer, random)
    mind = heard.mind
    acts.push(...heard.acts)
  }
  return { mind, acts }
}
