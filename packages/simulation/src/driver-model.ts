import type { DriverOrder, OfferView, PendingOrder } from '@dispecerat/contract/dispatch/driver'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { DriverBehaviour } from './behaviour.ts'
import { nextWaypoint, type Road } from './drive.ts'
import { answer, applyUserAnswer, listed, offered, offersNow, withoutOffer } from './model-offers.ts'
import { withRoute } from './model-road.ts'
import { cruise, idleGoal } from './model-roaming.ts'
import { assigned, drive, orderGone, stepTaken, tripsNow, updated, withSaying } from './model-trips.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The current trip. */
export interface Trip {
  orderId: number
  pickup: Point
  destination: Point
  phase: 'to_pickup' | 'at_pickup' | 'on_trip'
  /** Seconds left to wait before the next step. */
  standSeconds: number
  /** Seconds with the client in the car. */
  rodeSeconds: number
  metres: number
  /** The trip can only be finished with a photo of the delivery. */
  asksForPhoto: boolean
  /** Set while a step waits for the server's answer. */
  isSaying: boolean
}

export type Will = 'accept' | 'refuse' | 'ignore'

/** An offer that rings. */
export interface Ringing {
  roundId: number
  /** null: a user answers by hand. */
  will: Will | null
  address: string
  /** Seconds it has rung, and after how many the driver answers; null = not by themselves. */
  rungSeconds: number
  answerSeconds: number | null
  /** From receipt to the end of the offer. */
  expiresSeconds: number
}

export interface DriverModel {
  behaviour: DriverBehaviour
  at: Point
  heading: number
  kmPerHour: number
  /** Idle cars stay around this point; null = all over the city. */
  home: Point | null
  cruiseTo: Point
  /** Route to the car's current goal; without one it drives straight. */
  road: Road | null
  /** Stand to wait at while idle. */
  stand: Point | null
  trip: Trip | null
  /** The order queued behind the trip. */
  next: DriverOrder | null
  /** Offers that ring, by order. */
  ringing: ReadonlyMap<number, Ringing>
  /** The last received pending list. */
  pending: readonly PendingOrder[]
  /** The order of the pending list that the driver is about to accept. */
  reachingFor: number | null
  isPaused: boolean
  hasPriority: boolean
  bannedUntil: string | null
  /** Seconds until the network is lost, for a driver with the flapping fault. */
  networkSeconds: number
}

/** Events of a driver. */
export type DriverEvent =
  | { type: 'offered'; offer: OfferView }
  | { type: 'time_to_answer'; orderId: number; roundId: number }
  | { type: 'offer_gone'; orderId: number }
  | { type: 'assigned'; order: DriverOrder }
  | { type: 'order_gone'; orderId: number }
  /** The server accepted the step that was sent. */
  | { type: 'step_taken'; orderId: number }
  /** It could not be sent and will be sent again. */
  | { type: 'step_failed'; orderId: number }
  /** The order was edited, or its state has changed. */
  | { type: 'updated'; order: DriverOrder }
  /** The server's state of this driver; offers null = they were not requested. */
  | { type: 'snapshot'; offers: readonly OfferView[] | null; orders: readonly DriverOrder[] }
  | { type: 'pending_listed'; orders: readonly PendingOrder[] }
  | { type: 'priority'; hasPriority: boolean }
  | { type: 'ban'; until: string | null }
  | { type: 'paused'; isPaused: boolean }
  /** Manual input on the simulator's screen. */
  | { type: 'told'; orderId: number; answer: 'accept' | 'refuse' }
  | { type: 'told_to_stand'; at: Point | null }
  | { type: 'became'; behaviour: DriverBehaviour }
  /** Route to a goal. */
  | { type: 'told_the_way'; goal: Point; line: readonly Point[] }

/** Actions of a driver. */
export type Act =
  | { do: 'confirm'; what: 'delivered' | 'viewed'; roundId: number }
  | { do: 'think'; orderId: number; roundId: number; seconds: number }
  | { do: 'accept'; orderId: number; roundId: number; minutes: number }
  | { do: 'refuse'; orderId: number }
  | { do: 'arrived' | 'start'; orderId: number }
  | { do: 'finish'; orderId: number; costRon: number; metres: number; withPhoto: boolean }
  | { do: 'lose_network'; seconds: number }

export interface Next {
  model: DriverModel
  acts: Act[]
}

const NETWORK_HOLDS_SECONDS = { from: 15, to: 45 }
const NETWORK_GONE_SECONDS = { from: 2, to: 9 }

/** Initial state of a driver: at home when there is one, otherwise somewhere in the city. */
export function wakeUp(behaviour: DriverBehaviour, random: SeededRandom, home: Point | null = null): DriverModel {
  const at = home ?? nextWaypoint(random)
  return {
    behaviour,
    at,
    heading: 0,
    kmPerHour: random.between(behaviour.kmPerHour.from, behaviour.kmPerHour.to),
    home,
    cruiseTo: home ? idleGoal(behaviour, home, at, random) : nextWaypoint(random),
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

/** Applies one event: the driver's new state and the resulting actions. Pure except for the random generator. */
export function applyEvent(model: DriverModel, event: DriverEvent, random: SeededRandom): Next {
  switch (event.type) {
    case 'offered':
      return offered(model, event.offer, random)
    case 'time_to_answer':
      return answer(model, event)
    case 'offer_gone':
      return offersNow(withoutOffer(model, event.orderId))
    case 'assigned':
      return only(assigned(withoutOffer(model, event.order.id), event.order, random))
    case 'order_gone':
      return offersNow(orderGone(withoutOffer(model, event.orderId), event.orderId))
    case 'step_taken':
      return offersNow(stepTaken(model, event.orderId, random))
    case 'step_failed':
      return only(withSaying(model, event.orderId, false))
    case 'updated':
      return only(updated(model, event.order, random))
    case 'snapshot':
      return snapshot(model, event, random)
    case 'pending_listed':
      return listed(model, event.orders)
    case 'told':
      return applyUserAnswer(model, event)
    case 'told_the_way':
      return only(withRoute(model, event.goal, event.line))
    default:
      return only(changed(model, event, random))
  }
}

/** Applies the passing of time: the car moves, ringing goes on, and at the end of each stretch the driver reports it. */
export function pass(model: DriverModel, seconds: number, random: SeededRandom): Next {
  const lived = seconds * model.behaviour.speedUp
  const later = network(rung(model, seconds), seconds, random)
  const { trip } = later.model
  const moved = trip ? drive(later.model, trip, lived) : only(cruise(later.model, lived, random))
  return { model: moved.model, acts: [...later.acts, ...moved.acts] }
}

function only(model: DriverModel): Next {
  return { model, acts: [] }
}

function changed(
  model: DriverModel,
  event: Extract<DriverEvent, { type: 'priority' | 'ban' | 'paused' | 'told_to_stand' | 'became' }>,
  random: SeededRandom,
): DriverModel {
  switch (event.type) {
    case 'priority':
      return { ...model, hasPriority: event.hasPriority }
    case 'ban':
      return { ...model, bannedUntil: event.until }
    case 'paused':
      return { ...model, isPaused: event.isPaused }
    case 'told_to_stand':
      return {
        ...model,
        stand: event.at,
        cruiseTo: event.at ?? idleGoal(model.behaviour, model.home, model.at, random),
      }
    case 'became': {
      const { from, to } = event.behaviour.kmPerHour
      return {
        ...model,
        behaviour: event.behaviour,
        kmPerHour: random.between(from, to),
        cruiseTo: model.stand ?? idleGoal(event.behaviour, model.home, model.at, random),
      }
    }
  }
}

function rung(model: DriverModel, seconds: number): DriverModel {
  if (model.ringing.size === 0) return model
  const ringing = [...model.ringing].map(
    ([orderId, offer]) => [orderId, { ...offer, rungSeconds: offer.rungSeconds + seconds }] as const,
  )
  return { ...model, ringing: new Map(ringing) }
}

function network(model: DriverModel, seconds: number, random: SeededRandom): Next {
  if (model.behaviour.fault !== 'flapping') return only(model)
  const networkSeconds = model.networkSeconds - seconds
  if (networkSeconds > 0) return only({ ...model, networkSeconds })
  const gone = random.between(NETWORK_GONE_SECONDS.from, NETWORK_GONE_SECONDS.to)
  const holds = random.between(NETWORK_HOLDS_SECONDS.from, NETWORK_HOLDS_SECONDS.to)
  return { model: { ...model, networkSeconds: gone + holds }, acts: [{ do: 'lose_network', seconds: gone }] }
}

/** The server's state replaces the driver's own. */
function snapshot(
  before: DriverModel,
  { offers, orders }: Extract<DriverEvent, { type: 'snapshot' }>,
  random: SeededRandom,
): Next {
  let model = tripsNow(before, orders, random)
  if (offers === null) return only(model)
  const still = new Set(offers.map((offer) => offer.order.id))
  model = { ...model, ringing: new Map([...model.ringing].filter(([orderId]) => still.has(orderId))) }
  const acts: Act[] = []
  for (const offer of offers) {
    const next = offered(model, offer, random)
    model = next.model
    acts.push(...next.acts)
  }
  return { model, acts }
}
