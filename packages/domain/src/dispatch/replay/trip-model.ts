import { metresBetween, type Point, roadMetresGuess } from '../../kernel/geo.ts'
import type { DriverId } from '../../kernel/ids.ts'
import type { PastEnd, PastOrder } from './world.ts'

/** Driving and waiting times learned from past trips. */
export interface TripModel {
  metresPerSecond: number
  /** From the acceptance to the car's departure: what the way to the pickup took beyond driving at this speed. */
  settingOffSeconds: number
  waitSeconds: number
  /** Duration of a trip without a recorded destination. */
  tripSeconds: number
}

const USUAL: TripModel = { metresPerSecond: 7.5, settingOffSeconds: 20, waitSeconds: 150, tripSeconds: 600 }
/** Speeds outside this range are recording errors. */
const SPEEDS = { min: 2.5, max: 20 } as const
const LONGEST_TRIP_SECONDS = 3 * 3600
/** Minimum number of trips from which anything is learned. */
const ENOUGH = 5
const LONGEST_SETTING_OFF_SECONDS = 180
const SHORTEST_TRIP_SECONDS = 60

/** Medians of past trips. */
export function learnTrips(orders: readonly Pick<PastOrder, 'pickup' | 'destination' | 'past'>[]): TripModel {
  const speeds: number[] = []
  const waits: number[] = []
  const trips: number[] = []
  for (const { pickup, destination, past } of orders) {
    const seconds = tripSecondsOf(past)
    if (seconds !== null) trips.push(seconds)
    if (past.arrivedAt !== null && past.startedAt !== null) waits.push((past.startedAt - past.arrivedAt) / 1000)
    if (seconds === null || destination === null) continue
    const speed = roadMetresGuess(metresBetween(pickup, destination)) / seconds
    if (speed >= SPEEDS.min && speed <= SPEEDS.max) speeds.push(speed)
  }
  const metresPerSecond = middle(speeds) ?? USUAL.metresPerSecond
  return {
    metresPerSecond,
    settingOffSeconds: learnSettingOff(orders, metresPerSecond) ?? USUAL.settingOffSeconds,
    waitSeconds: middle(waits.filter((seconds) => seconds >= 0)) ?? USUAL.waitSeconds,
    tripSeconds: middle(trips) ?? USUAL.tripSeconds,
  }
}

function learnSettingOff(orders: readonly Pick<PastOrder, 'past'>[], metresPerSecond: number): number | null {
  const beyond = orders.flatMap(({ past: { assignedAt, arrivedAt, pickupMetres } }) => {
    if (assignedAt === null || arrivedAt === null || pickupMetres === null) return []
    return [(arrivedAt - assignedAt) / 1000 - roadMetresGuess(pickupMetres) / metresPerSecond]
  })
  const usual = middle(beyond)
  return usual === null ? null : Math.min(LONGEST_SETTING_OFF_SECONDS, Math.max(0, usual))
}

/** A modelled trip: its start, and when each part of it begins. Milliseconds since 1970. */
export interface Trip {
  from: Point
  setsOffAt: number
  pickup: Point
  arrivesAt: number
  startsAt: number
  /** Destination; the pickup when it is not known. */
  destination: Point
  endsAt: number
}

/** The trip that follows an acceptance at `at`: with its real duration where the past has one, otherwise by distance. */
export function tripOf(
  model: TripModel,
  order: PastOrder,
  { driverId, from, at }: { driverId: DriverId; from: Point; at: number },
): Trip {
  const { past, pickup } = order
  const isSameDriver = past.driverId === driverId && past.assignedAt !== null
  const reallyTook = isSameDriver && past.arrivedAt !== null ? past.arrivedAt - (past.assignedAt ?? 0) : null
  const arrivesAt = at + (reallyTook ?? drivingMs(model, from, pickup) + model.settingOffSeconds * 1000)
  const startsAt = arrivesAt + waitMs(model, past)
  const destination = order.destination ?? pickup
  return { from, setsOffAt: at, pickup, arrivesAt, startsAt, destination, endsAt: startsAt + tripMs(model, order) }
}

/** Position of the car on its trip. */
export function placeOnTrip(trip: Trip, at: number): Point {
  if (at >= trip.startsAt) return between(trip.pickup, trip.destination, trip.startsAt, trip.endsAt, at)
  return between(trip.from, trip.pickup, trip.setsOffAt, trip.arrivesAt, at)
}

export function drivingMs({ metresPerSecond }: TripModel, from: Point, to: Point): number {
  return Math.round((roadMetresGuess(metresBetween(from, to)) / metresPerSecond) * 1000)
}

/** Linear interpolation at constant speed; over short distances the Earth's curvature does not matter. */
export function between(a: Point, b: Point, from: number, to: number, at: number): Point {
  if (at >= to) return b
  if (at <= from) return a
  const share = (at - from) / (to - from)
  return { lat: a.lat + (b.lat - a.lat) * share, long: a.long + (b.long - a.long) * share }
}

function waitMs(model: TripModel, { arrivedAt, startedAt }: PastEnd): number {
  const really = arrivedAt !== null && startedAt !== null ? startedAt - arrivedAt : -1
  return really >= 0 ? really : model.waitSeconds * 1000
}

function tripMs(model: TripModel, { pickup, destination, past }: PastOrder): number {
  const really = tripSecondsOf(past)
  if (really !== null) return really * 1000
  if (destination === null) return model.tripSeconds * 1000
  return Math.max(SHORTEST_TRIP_SECONDS * 1000, drivingMs(model, pickup, destination))
}

function tripSecondsOf({ startedAt, finishedAt }: PastEnd): number | null {
  if (startedAt === null || finishedAt === null) return null
  const seconds = (finishedAt - startedAt) / 1000
  return seconds > 0 && seconds <= LONGEST_TRIP_SECONDS ? seconds : null
}

function middle(values: readonly number[]): number | null {
  if (values.length < ENOUGH) return null
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? null
}
