import type { DriverOrder, OfferView, PendingOrder } from '@dispecerat/contract/driver'
import type { Point } from '@dispecerat/domain/geo'
import { nextWaypoint, type Road } from './drive.ts'
import { answer, listed, offered, offersNow, told, withoutOffer } from './mind-offers.ts'
import { toldTheWay } from './mind-road.ts'
import { cruise, idleGoal } from './mind-roaming.ts'
import { assigned, drive, orderGone, said, stepTaken, tripsNow, updated } from './mind-trips.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Temper } from './temper.ts'

/** The trip in hand. */
export interface Trip {
  orderId: number
  pickup: Point
  destination: Point
  phase: 'to_pickup' | 'at_pickup' | 'on_trip'
  /** Seconds still to stand before the next step. */
  standSeconds: number
  /** Seconds with the client in the car. */
  rodeSeconds: number
  metres: number
  /** The trip ends only with a photo of the delivery. */
  asksForPhoto: boolean
  /** While a step waits for the server's answer. */
  isSaying: boolean
}

export type Will = 'accept' | 'refuse' | 'ignore'

/** An offer that rings. */
export interface Ringing {
  roundId: number
  /** null: somebody answers by hand. */
  will: Will | null
  address: string
  /** How long it has rung, and after how long the driver answers; null = he will not by himself. */
  rungSeconds: number
  answerSeconds: number | null
  /** From hearing it to the end of the offer. */
  expiresSeconds: number
}

export interface Mind {
  temper: Temper
  at: Point
  heading: number
  kmPerHour: number
  /** Idle cars stay around here; null = all over the city. */
  home: Point | null
  cruiseTo: Point
  /** The streets to where the car drives now; without them it drives straight. */
  road: Road | null
  /** Told to wait here while idle. */
  stand: Point | null
  trip: Trip | null
  /** The order that waits behind the trip. */
  next: DriverOrder | null
  /** Offers that ring, by order. */
  ringing: ReadonlyMap<number, Ringing>
  /** The drivers' pending list, as last heard. */
  pending: readonly PendingOrder[]
  /** The order of the pending list he is about to take. */
  reachingFor: number | null
  isPaused: boolean
  hasPriority: boolean
  bannedUntil: string | null
  /** Seconds until the network goes, for who has such a network. */
  networkSeconds: number
}

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
  | { type: 'pending_listed'; orders: readonly PendingOrder[] }
  | { type: 'priority'; hasPriority: boolean }
  | { type: 'ban'; until: string | null }
  | { type: 'paused'; isPaused: boolean }
  /** By the hand on the simulator's table. */
  | { type: 'told'; orderId: number; answer: 'accept' | 'refuse' }
  | { type: 'told_to_stand'; at: Point | null }
  | { type: 'became'; temper: Temper }
  /** Along which streets a goal is reached. */
  | { type: 'told_the_way'; goal: Point; line: readonly Point[] }

/** What a driver does about it. */
export type Act =
  | { do: 'confirm'; what: 'delivered' | 'viewed'; roundId: number }
  | { do: 'think'; orderId: number; roundId: number; seconds: number }
  | { do: 'accept'; orderId: number; roundId: number; minutes: number }
  | { do: 'refuse'; orderId: number }
  | { do: 'arrived' | 'start'; orderId: number }
  | { do: 'finish'; orderId: number; costRon: number; metres: number; withPhoto: boolean }
  | { do: 'lose_network'; seconds: number }

export interface Next {
  mind: Mind
  acts: Act[]
}

const NETWORK_HOLDS_SECONDS = { from: 15, to: 45 }
const NETWORK_GONE_SECONDS = { from: 2, to: 9 }

/** A driver at the start of his day: at home when he has one, else somewhere in the city. */
export function wakeUp(temper: Temper, random: SeededRandom, home: Point | null = null): Mind {
  const at = home ?? nextWaypoint(random)
  return {
    temper,
    at,
    heading: 0,
    kmPerHour: random.between(temper.kmPerHour.from, temper.kmPerHour.to),
    home,
    cruiseTo: home ? idleGoal(temper, home, at, random) : nextWaypoint(random),
    road: null,
    stand: null,
    trip: null,
    next: null,
    ringing: new Map(),
    pending: [],
    reachingFor: null,
    isPaused: false,
    hasPriority: false,
    bannedUntil: null,
    networkSeconds: random.between(NETWORK_HOLDS_SECONDS.from, NETWORK_HOLDS_SECONDS.to),
  }
}

/** One piece of news: the driver as it is then, and what it does. Pure but for the die. */
export function hear(mind: Mind, news: News, random: SeededRandom): Next {
  switch (news.type) {
    case 'offered':
      return offered(mind, news.offer, random)
    case 'time_to_answer':
      return answer(mind, news)
    case 'offer_gone':
      return offersNow(withoutOffer(mind, news.orderId))
    case 'assigned':
      return only(assigned(withoutOffer(mind, news.order.id), news.order, random))
    case 'order_gone':
      return offersNow(orderGone(withoutOffer(mind, news.orderId), news.orderId))
    case 'step_taken':
      return offersNow(stepTaken(mind, news.orderId, random))
    case 'step_failed':
      return only(said(mind, news.orderId, false))
    case 'updated':
      return only(updated(mind, news.order, random))
    case 'snapshot':
      return snapshot(mind, news, random)
    case 'pending_listed':
      return listed(mind, news.orders)
    case 'told':
      return told(mind, news)
    case 'told_the_way':
      return only(toldTheWay(mind, news.goal, news.line))
    default:
      return only(changed(mind, news, random))
  }
}

/** Time passes: the car moves, what rings rings on, and at the end of each stretch the driver says so. */
export function pass(mind: Mind, seconds: number, random: SeededRandom): Next {
  const lived = seconds * mind.temper.speedUp
  const later = network(rung(mind, seconds), seconds, random)
  const { trip } = later.mind
  const moved = trip ? drive(later.mind, trip, lived) : only(cruise(later.mind, lived, random))
  return { mind: moved.mind, acts: [...later.acts, ...moved.acts] }
}

function only(mind: Mind): Next {
  return { mind, acts: [] }
}

function changed(
  mind: Mind,
  news: Extract<News, { type: 'priority' | 'ban' | 'paused' | 'told_to_stand' | 'became' }>,
  random: SeededRandom,
): Mind {
  switch (news.type) {
    case 'priority':
      return { ...mind, hasPriority: news.hasPriority }
    case 'ban':
      return { ...mind, bannedUntil: news.until }
    case 'paused':
      return { ...mind, isPaused: news.isPaused }
    case 'told_to_stand':
      return { ...mind, stand: news.at, cruiseTo: news.at ?? idleGoal(mind.temper, mind.home, mind.at, random) }
    case 'became': {
      const { from, to } = news.temper.kmPerHour
      return {
        ...mind,
        temper: news.temper,
        kmPerHour: random.between(from, to),
        cruiseTo: mind.stand ?? idleGoal(news.temper, mind.home, mind.at, random),
      }
    }
  }
}

function rung(mind: Mind, seconds: number): Mind {
  if (mind.ringing.size === 0) return mind
  const ringing = [...mind.ringing].map(
    ([orderId, offer]) => [orderId, { ...offer, rungSeconds: offer.rungSeconds + seconds }] as const,
  )
  return { ...mind, ringing: new Map(ringing) }
}

function network(mind: Mind, seconds: number, random: SeededRandom): Next {
  if (mind.temper.quirk !== 'flapping') return only(mind)
  const networkSeconds = mind.networkSeconds - seconds
  if (networkSeconds > 0) return only({ ...mind, networkSeconds })
  const gone = random.between(NETWORK_GONE_SECONDS.from, NETWORK_GONE_SECONDS.to)
  const holds = random.between(NETWORK_HOLDS_SECONDS.from, NETWORK_HOLDS_SECONDS.to)
  return { mind: { ...mind, networkSeconds: gone + holds }, acts: [{ do: 'lose_network', seconds: gone }] }
}

/** The server's word replaces what this driver believed. */
function snapshot(before: Mind, { offers, orders }: Extract<News, { type: 'snapshot' }>, random: SeededRandom): Next {
  let mind = tripsNow(before, orders, random)
  if (offers === null) return only(mind)
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
