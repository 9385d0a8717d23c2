import { startOfBucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { COURIERS, RIDERS, TAXI_DRIVERS } from '../demo-accounts.ts'
import { carOf, numbers } from '../demo-people.ts'
import type { SeedRow } from '../demo-rows.ts'
import { hoursOf } from './demo-fleet-past.ts'
import { PAST_DAYS } from './demo-month.ts'
import type { NumberedOrder } from './demo-order-rows.ts'
import { endOf } from './demo-story.ts'

const HOUR_MS = 3_600_000
/** Trail points are inserted from yesterday's shifts on. */
const TRAIL_DAYS = 1
/** Past shifts end a minute before now, because the simulated fleet opens shifts of its own when the server starts. */
const QUIET_MS = 60_000
/** Seconds between two recorded points while a car moves. */
const MOVING_EVERY = 20
const STANDING_EVERY = 60

interface Span {
  from: number
  to: number
}

/** One stretch of a car's track at constant speed; a standing car has equal end points. */
export interface TrailLeg {
  driverId: DriverId
  orderId: OrderId | null
  since: Date
  until: Date
  lat: number
  long: number
  toLat: number
  toLong: number
  every: number
}

/**
 * Shifts of the whole month, all closed before now. Simulations of search rules read who could have driven, and reports read earnings per
 * hour.
 */
export function shiftRows(now: Date): SeedRow<'driver_shifts'>[] {
  return everybody().flatMap((driverId) =>
    shiftsOf(driverId, now, PAST_DAYS).map(({ from, to }) => ({
      driver_id: driverId,
      car_id: carOf(driverId),
      started_at: new Date(from),
      stopped_at: new Date(to),
    })),
  )
}

/** Tracks of all cars on duty: waiting where the last trip ended, driving to the client, driving with the client. */
export function trailLegs(now: Date, orders: readonly NumberedOrder[]): TrailLeg[] {
  const byDriver = new Map<UserId, NumberedOrder[]>()
  for (const order of orders) {
    const driverId = order.assignment?.driverId
    if (driverId !== undefined) byDriver.set(driverId, [...(byDriver.get(driverId) ?? []), order])
  }
  return [...byDriver].flatMap(([driverId, own]) => new Way(driverId, now).through(own))
}

function everybody(): UserId[] {
  return [...numbers(TAXI_DRIVERS), ...numbers(COURIERS), ...numbers(RIDERS)]
}

/** The shifts of today and of `daysBefore` days before it, the ends of night shifts of the day before those included. */
function shiftsOf(driverId: DriverId, now: Date, daysBefore: number): Span[] {
  const [first, last] = hoursOf(driverId)
  const hours = ((last - first + 24) % 24) + 1
  const midnights = [startOfBucharestDay(now)]
  for (let day = 0; day <= daysBefore; day++) midnights.unshift(dayBefore(midnights[0] ?? now))
  const begins = midnights[1] ?? now
  return midnights
    .map((midnight) => {
      const from = midnight.getTime() + first * HOUR_MS
      return {
        from: Math.max(from, begins.getTime()),
        to: Math.min(from + hours * HOUR_MS, now.getTime() - QUIET_MS),
      }
    })
    .filter(({ from, to }) => from < to)
}

function dayBefore(midnight: Date): Date {
  return startOfBucharestDay(new Date(midnight.getTime() - HOUR_MS))
}

/** Builds the track of one car from its orders. */
class Way {
  readonly #driverId: DriverId
  readonly #shifts: readonly Span[]
  readonly #legs: TrailLeg[] = []
  #here: Point | null = null
  #since = 0

  constructor(driverId: DriverId, now: Date) {
    this.#driverId = driverId
    this.#shifts = shiftsOf(driverId, now, TRAIL_DAYS)
    this.#since = this.#shifts[0]?.from ?? 0
  }

  /** `orders` are in the order of time. */
  through(orders: readonly NumberedOrder[]): TrailLeg[] {
    for (const order of orders) this.#drive(order)
    this.#wait(this.#shifts.at(-1)?.to ?? 0)
    return this.#legs
  }

  #drive(order: NumberedOrder): void {
    const { assignment, trip, cancellation } = order
    const [pickup] = order.places
    if (!assignment || !pickup) return
    const setsOffAt = assignment.assignedAt.getTime()
    const endsAt = endOf(order).getTime()
    this.#here ??= pickup
    this.#wait(setsOffAt)
    const startsAt = trip?.startedAt.getTime() ?? endsAt
    const arrivesAt = (trip?.arrivedAt ?? cancellation?.arrivedAt)?.getTime() ?? startsAt
    this.#go(order.id, pickup, setsOffAt, arrivesAt)
    this.#go(order.id, pickup, arrivesAt, startsAt)
    if (trip) this.#go(order.id, trip.end, startsAt, endsAt)
    this.#since = endsAt
  }

  /** Adds a standing leg for each part of the time in which the driver was on duty. */
  #wait(until: number): void {
    const here = this.#here
    if (here === null) return
    for (const shift of this.#shifts) {
      const from = Math.max(shift.from, this.#since)
      const to = Math.min(shift.to, until)
      if (from < to) this.#leg(null, here, here, from, to)
    }
  }

  #go(orderId: OrderId, to: Point, from: number, until: number): void {
    const here = this.#here ?? to
    const isWithin = until > (this.#shifts[0]?.from ?? Number.POSITIVE_INFINITY)
    if (isWithin && from < until) this.#leg(orderId, here, to, from, until)
    this.#here = { lat: to.lat, long: to.long }
  }

  #leg(orderId: OrderId | null, from: Point, to: Point, since: number, until: number): void {
    const isStanding = from.lat === to.lat && from.long === to.long
    this.#legs.push({
      driverId: this.#driverId,
      orderId,
      lat: from.lat,
      long: from.long,
      toLat: to.lat,
      toLong: to.long,
      since: new Date(since),
      until: new Date(until),
      every: isStanding ? STANDING_EVERY : MOVING_EVERY,
    })
  }
}
