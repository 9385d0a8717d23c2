import type { Stand } from '../../fleet/stand.ts'
import type { Zone } from '../../geography/zone.ts'
import type { Point } from '../../kernel/geo.ts'
import type { CompanyId, DriverId, OrderId, ZoneId } from '../../kernel/ids.ts'
import type { SearchInterval, SearchStep } from '../search-rules.ts'
import type { AnswerModel } from './answer-model.ts'
import type { TripModel } from './trip-model.ts'

/**
 * A stretch of a company's past as plain data, so that it can be passed to a worker thread. Instants are milliseconds since 1970; spans are
 * [from, to).
 */
export interface ReplayWorld {
  companyId: CompanyId
  /** Orders whose search began in [from, to) are replayed. */
  from: number
  to: number
  skipEmptySteps: boolean
  pendingTimeoutMinutes: number
  /** Zones of the company. */
  zones: readonly Zone[]
  /** Active stands of every company that may drive an order. */
  stands: readonly PastStand[]
  /** Drivers of the company and of its partners. */
  drivers: readonly PastDriver[]
  /** Sorted by `searchAt`. */
  orders: readonly PastOrder[]
  /** Trips that no search of the company led to (assigned by hand, or of other companies), sorted by `from`. */
  givenTrips: readonly AssignedTrip[]
  trails: TrailColumns
  answers: AnswerModel
  trips: TripModel
}

export interface PastStand extends Stand {
  companyId: CompanyId
  /** One of the company's zones. */
  zoneId: ZoneId | null
}

export interface Span {
  from: number
  to: number
}

export interface PastShift extends Span {
  /** Option keys of the shift's car; null = the car no longer exists. */
  carOptions: readonly string[] | null
}

export interface PastDriver {
  driverId: DriverId
  companyId: CompanyId
  serviceIds: readonly number[]
  documentsExpired: boolean
  isBarredSimulation: boolean
  shifts: readonly PastShift[]
  pauses: readonly Span[]
  priority: readonly Span[]
  /** Bans created by hand; bans under the rules are recomputed. */
  bans: readonly Span[]
  /** Spans in which the driver really had a client; the recorded trail of such a time says nothing about a free driver. */
  trips: readonly Span[]
  /** Rows of the trail columns: [first, end). */
  trail: { first: number; end: number }
}

/** Shared between threads without copying: one row per recorded position, sorted by driver, then by time. */
export interface TrailColumns {
  /** Milliseconds since the world's `from`; negative before it. */
  at: Int32Array
  /** Millionths of a degree. */
  lat: Int32Array
  long: Int32Array
}

export interface PastOrder {
  orderId: OrderId
  /** Start of the search: when the order was placed, or the start of a scheduled order. */
  searchAt: number
  pickup: Point
  /** The last place; null when it was not entered. */
  destination: Point | null
  serviceId: number
  options: readonly string[]
  namedDriverIds: readonly DriverId[]
  onlyNamed: boolean
  /** Partner companies that may drive it. */
  partnerIds: readonly CompanyId[]
  /** Instant of a cancellation before a driver was found or came; null without one. */
  calledOffAt: number | null
  past: PastEnd
}

/** Real outcome of an order. */
export interface PastEnd {
  driverId: DriverId | null
  assignedAt: number | null
  /** Straight line at the acceptance; null when unknown. */
  pickupMetres: number | null
  arrivedAt: number | null
  startedAt: number | null
  finishedAt: number | null
  wasUnserved: boolean
}

export interface AssignedTrip extends Span {
  driverId: DriverId
  destination: Point | null
}

/** Rules of one variant, intervals in order of precedence. */
export interface ReplayRules {
  intervals: readonly (SearchInterval & { steps: readonly SearchStep[] })[]
}
