import type { DriverOrder } from '@dispecerat/contract/dispatch/driver'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { meterRon, metresPerSecond, moveOn, nextWaypoint } from './drive.ts'
import type { Act, DriverModel, Next, Trip } from './driver-model.ts'
import { idleGoal } from './model-roaming.ts'
import type { SeededRandom } from './seeded-random.ts'

const PHASES = { waiting_driver: 'to_pickup', waiting_client: 'at_pickup', started: 'on_trip' } as const
/** Roads are longer than straight lines, and the taximeter counts roads, also where the car had to drive straight. */
const ROAD_FACTOR = 1.3

/** Starts the order at the step the server reports; repeating it changes nothing. */
export function assigned(model: DriverModel, order: DriverOrder, random: SeededRandom): DriverModel {
  if (model.trip?.orderId === order.id || !order.trip_state) return model
  if (order.is_next || model.trip) return { ...model, next: order }
  const trip = tripOf(model, order, random)
  return trip ? { ...model, trip, next: model.next?.id === order.id ? null : model.next } : model
}

function tripOf({ behaviour, home }: DriverModel, order: DriverOrder, random: SeededRandom): Trip | null {
  const stops = stopsOf(order)
  if (!stops || !order.trip_state) return null
  return {
    orderId: order.id,
    pickup: stops.pickup,
    destination: stops.destination ?? nextWaypoint(random, home ? [home] : undefined),
    phase: PHASES[order.trip_state],
    standSeconds: random.between(behaviour.clientComesSeconds.from, behaviour.clientComesSeconds.to),
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

/** Advances the car on its trip; at the end of each stretch the driver reports the step once. */
export function drive(model: DriverModel, trip: Trip, lived: number): Next {
  if (trip.isSaying) return { model, acts: [] }
  if (trip.phase === 'at_pickup') return stand(model, trip, lived)
  const goal = trip.phase === 'to_pickup' ? trip.pickup : trip.destination
  const step = moveOn(model.at, goal, { metres: lived * metresPerSecond(model.kmPerHour), road: model.road })
  const byRoad = step.metres * (step.isByRoad ? 1 : ROAD_FACTOR)
  const isOnTrip = trip.phase === 'on_trip'
  const rodeSeconds = isOnTrip ? trip.rodeSeconds + lived : 0
  const metres = isOnTrip ? trip.metres + byRoad : trip.metres
  const { finishAfterSeconds } = model.behaviour
  const isOver = isOnTrip && finishAfterSeconds !== null ? rodeSeconds >= finishAfterSeconds : step.metresLeft === 0
  const moved: DriverModel = {
    ...model,
    at: step.at,
    heading: step.heading ?? model.heading,
    road: step.road,
    trip: { ...trip, metres, rodeSeconds, isSaying: isOver },
  }
  return { model: moved, acts: isOver ? [endOf(trip, metres)] : [] }
}

function endOf({ phase, orderId, asksForPhoto: withPhoto }: Trip, metres: number): Act {
  if (phase === 'to_pickup') return { do: 'arrived', orderId }
  return { do: 'finish', orderId, costRon: meterRon(metres), metres: Math.round(metres), withPhoto }
}

function stand(model: DriverModel, trip: Trip, seconds: number): Next {
  const standSeconds = trip.standSeconds - seconds
  if (standSeconds > 0) return { model: { ...model, trip: { ...trip, standSeconds } }, acts: [] }
  return {
    model: { ...model, trip: { ...trip, standSeconds: 0, isSaying: true } },
    acts: [{ do: 'start', orderId: trip.orderId }],
  }
}

/** The server accepted the step; after the last one the order queued behind the trip begins. */
export function stepTaken(model: DriverModel, orderId: number, random: SeededRandom): DriverModel {
  const { trip } = model
  if (trip?.orderId !== orderId) return model
  if (trip.phase === 'on_trip') return afterTrip({ ...model, trip: null }, random)
  return { ...model, trip: { ...trip, phase: trip.phase === 'to_pickup' ? 'at_pickup' : 'on_trip', isSaying: false } }
}

function afterTrip(model: DriverModel, random: SeededRandom): DriverModel {
  if (model.next) return assigned({ ...model, next: null }, { ...model.next, is_next: false }, random)
  return { ...model, cruiseTo: model.stand ?? idleGoal(model.behaviour, model.home, model.at, random) }
}

export function withSaying(model: DriverModel, orderId: number, isSaying: boolean): DriverModel {
  return model.trip?.orderId === orderId ? { ...model, trip: { ...model.trip, isSaying } } : model
}

/** Canceled, or assigned to another driver: the trip ends where the car is, and the order behind it waits for the server to begin it. */
export function orderGone(model: DriverModel, orderId: number): DriverModel {
  if (model.next?.id === orderId) return { ...model, next: null }
  return model.trip?.orderId === orderId ? { ...model, trip: null } : model
}

/** New addresses apply at once; while a step waits for its answer the phase is unchanged. */
export function updated(model: DriverModel, order: DriverOrder, random: SeededRandom): DriverModel {
  const { trip } = model
  if (model.next?.id === order.id) {
    if (!order.trip_state) return { ...model, next: null }
    return order.is_next || trip ? { ...model, next: order } : assigned({ ...model, next: null }, order, random)
  }
  if (trip?.orderId !== order.id) return model
  if (!order.trip_state) return { ...model, trip: null }
  const stops = stopsOf(order)
  const pickup = stops?.pickup ?? trip.pickup
  const destination = stops?.destination ?? trip.destination
  return {
    ...model,
    trip: {
      ...trip,
      pickup,
      destination,
      asksForPhoto: order.proof_photo_required,
      phase: trip.isSaying ? trip.phase : PHASES[order.trip_state],
    },
  }
}

/** The server's orders of the driver: the current one, then the one behind it. */
export function tripsNow(before: DriverModel, orders: readonly DriverOrder[], random: SeededRandom): DriverModel {
  const current = orders.find((order) => !order.is_next)
  const next = orders.find((order) => order.is_next) ?? null
  const isOther = before.trip && before.trip.orderId !== current?.id
  const model: DriverModel = { ...before, trip: isOther ? null : before.trip, next }
  if (!current) return model
  return updated(withSaying(assigned(model, current, random), current.id, false), current, random)
}
