import type { DriverOrder } from '@dispecerat/contract/driver'
import type { Point } from '@dispecerat/domain/geo'
import { meterRon, metresPerSecond, moveOn, nextWaypoint } from './drive.ts'
import type { Act, Mind, Next, Trip } from './driver-mind.ts'
import { idleGoal } from './mind-roaming.ts'
import type { SeededRandom } from './seeded-random.ts'

const PHASES = { waiting_driver: 'to_pickup', waiting_client: 'at_pickup', started: 'on_trip' } as const
/** Roads are longer than lines, and the meter counts roads, also where the car had to drive straight. */
const ROAD_FACTOR = 1.3

/** Takes the order from whatever step the server says it is at; hearing of the same order twice changes nothing. */
export function assigned(mind: Mind, order: DriverOrder, random: SeededRandom): Mind {
  if (mind.trip?.orderId === order.id || !order.trip_state) return mind
  if (order.is_next || mind.trip) return { ...mind, next: order }
  const trip = tripOf(mind, order, random)
  return trip ? { ...mind, trip, next: mind.next?.id === order.id ? null : mind.next } : mind
}

function tripOf({ temper, home }: Mind, order: DriverOrder, random: SeededRandom): Trip | null {
  const stops = stopsOf(order)
  if (!stops || !order.trip_state) return null
  return {
    orderId: order.id,
    pickup: stops.pickup,
    destination: stops.destination ?? nextWaypoint(random, home ? [home] : undefined),
    phase: PHASES[order.trip_state],
    standSeconds: random.between(temper.clientComesSeconds.from, temper.clientComesSeconds.to),
    rodeSeconds: 0,
    metres: 0,
    asksForPhoto: order.proof_photo_required,
    isSaying: false,
  }
}

function stopsOf({ places }: DriverOrder): { pickup: Point; destination: Point | null } | null {
  const [pickup, ...others] = places.map(({ lat, long }) => ({ lat, long }))
  return pickup ? { pickup, destination: others.at(-1) ?? null } : null
}

/** The car is somewhere on its trip; at the end of each stretch the driver says so, once. */
export function drive(mind: Mind, trip: Trip, lived: number): Next {
  if (trip.isSaying) return { mind, acts: [] }
  if (trip.phase === 'at_pickup') return stand(mind, trip, lived)
  const goal = trip.phase === 'to_pickup' ? trip.pickup : trip.destination
  const step = moveOn(mind.at, goal, { metres: lived * metresPerSecond(mind.kmPerHour), road: mind.road })
  const byRoad = step.metres * (step.isByRoad ? 1 : ROAD_FACTOR)
  const isOnTrip = trip.phase === 'on_trip'
  const rodeSeconds = isOnTrip ? trip.rodeSeconds + lived : 0
  const metres = isOnTrip ? trip.metres + byRoad : trip.metres
  const { finishAfterSeconds } = mind.temper
  const isOver = isOnTrip && finishAfterSeconds !== null ? rodeSeconds >= finishAfterSeconds : step.metresLeft === 0
  const moved: Mind = {
    ...mind,
    at: step.at,
    heading: step.heading ?? mind.heading,
    road: step.road,
    trip: { ...trip, metres, rodeSeconds, isSaying: isOver },
  }
  return { mind: moved, acts: isOver ? [endOf(trip, metres)] : [] }
}

function endOf({ phase, orderId, asksForPhoto: withPhoto }: Trip, metres: number): Act {
  if (phase === 'to_pickup') return { do: 'arrived', orderId }
  return { do: 'finish', orderId, costRon: meterRon(metres), metres: Math.round(metres), withPhoto }
}

function stand(mind: Mind, trip: Trip, seconds: number): Next {
  const standSeconds = trip.standSeconds - seconds
  if (standSeconds > 0) return { mind: { ...mind, trip: { ...trip, standSeconds } }, acts: [] }
  return {
    mind: { ...mind, trip: { ...trip, standSeconds: 0, isSaying: true } },
    acts: [{ do: 'start', orderId: trip.orderId }],
  }
}

/** The server took the step; after the last one the order that waited behind the trip begins. */
export function stepTaken(mind: Mind, orderId: number, random: SeededRandom): Mind {
  const { trip } = mind
  if (trip?.orderId !== orderId) return mind
  if (trip.phase === 'on_trip') return afterTrip({ ...mind, trip: null }, random)
  return { ...mind, trip: { ...trip, phase: trip.phase === 'to_pickup' ? 'at_pickup' : 'on_trip', isSaying: false } }
}

function afterTrip(mind: Mind, random: SeededRandom): Mind {
  if (mind.next) return assigned({ ...mind, next: null }, { ...mind.next, is_next: false }, random)
  return { ...mind, cruiseTo: mind.stand ?? idleGoal(mind.temper, mind.home, mind.at, random) }
}

export function said(mind: Mind, orderId: number, isSaying: boolean): Mind {
  return mind.trip?.orderId === orderId ? { ...mind, trip: { ...mind.trip, isSaying } } : mind
}

/** Canceled, or given to another: the trip ends where the car is, and what waited behind it stays for the server to begin. */
export function orderGone(mind: Mind, orderId: number): Mind {
  if (mind.next?.id === orderId) return { ...mind, next: null }
  return mind.trip?.orderId === orderId ? { ...mind, trip: null } : mind
}

/** New addresses count at once; while a step waits for its answer the phase stays as it is. */
export function updated(mind: Mind, order: DriverOrder, random: SeededRandom): Mind {
  const { trip } = mind
  if (mind.next?.id === order.id) {
    if (!order.trip_state) return { ...mind, next: null }
    return order.is_next || trip ? { ...mind, next: order } : assigned({ ...mind, next: null }, order, random)
  }
  if (trip?.orderId !== order.id) return mind
  if (!order.trip_state) return { ...mind, trip: null }
  const stops = stopsOf(order)
  const pickup = stops?.pickup ?? trip.pickup
  const destination = stops?.destination ?? trip.destination
  return {
    ...mind,
    trip: {
      ...trip,
      pickup,
      destination,
      asksForPhoto: order.proof_photo_required,
      phase: trip.isSaying ? trip.phase : PHASES[order.trip_state],
    },
  }
}

/** The orders the server says he has: the current one, then the one behind it. */
export function tripsNow(before: Mind, orders: readonly DriverOrder[], random: SeededRandom): Mind {
  const current = orders.find((order) => !order.is_next)
  const next = orders.find((order) => order.is_next) ?? null
  const isOther = before.trip && before.trip.orderId !== current?.id
  const mind: Mind = { ...before, trip: isOther ? null : before.trip, next }
  if (!current) return mind
  return updated(said(assigned(mind, current, random), current.id, false), current, random)
}
