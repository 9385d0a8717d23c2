import type { Point } from '../../kernel/geo.ts'
import type { CompanyId, DriverId, OrderId, StandId, ZoneId } from '../../kernel/ids.ts'
import { STALE_POSITION_MS } from '../search/eligibility.ts'
import type { DriverFacts, FinishingTrip } from '../search/walk.ts'
import type { Ground } from './ground.ts'
import { SpanFinger } from './span-finger.ts'
import { StandQueue } from './stand-queue.ts'
import { Trail } from './trail.ts'
import { between, drivingMs, placeOnTrip, type Trip } from './trip-model.ts'
import type { AssignedTrip, PastDriver, PastShift, Span } from './world.ts'

interface Place {
  point: Point
  at: Date
}

/**
 * A driver of the replayed day. On a modelled trip the driver is along it, otherwise at the recorded position. When the record shows a trip
 * whose client is driven by another driver in the replay, the driver waits where they were and catches up with the record afterwards. Facts
 * are computed lazily at the instant of the clock.
 */
export class ReplayDriver implements DriverFacts {
  readonly driverId: DriverId
  readonly companyId: CompanyId
  readonly serviceIds: readonly number[]
  readonly documentsExpired: boolean
  readonly isBarredSimulation: boolean
  readonly isActive = true
  readonly balanceTooLow = false
  carOptions: readonly string[] | null = null
  onShift = false
  idleFrom: Date | null = null
  holdsOfferOf: OrderId | null = null

  readonly #ground: Ground
  readonly #trail: Trail
  readonly #pauses: SpanFinger<Span>
  readonly #priority: SpanFinger<Span>
  readonly #handBans: SpanFinger<Span>
  readonly #realTrips: SpanFinger<Span>
  readonly #queue: StandQueue
  #trip: Trip | null = null
  #nextTrip: Trip | null = null
  #end: FinishingTrip | null = null
  #given: AssignedTrip | null = null
  #ruleBan: Date | null = null
  /** Position while the driver is not at the recorded one; from `since` on they drive towards the record. */
  #anchor: { point: Point; since: number } | null = null
  #waitsOut: Span | null = null
  #waitsAt: Point | null = null
  #place: Place | null = null
  #placeAt = Number.NaN
  #zone: { of: Point; zoneId: ZoneId | null } | null = null
  #recorded: { row: number; point: Point } | null = null

  constructor(past: PastDriver, ground: Ground) {
    this.driverId = past.driverId
    this.companyId = past.companyId
    this.serviceIds = past.serviceIds
    this.documentsExpired = past.documentsExpired
    this.isBarredSimulation = past.isBarredSimulation
    this.#ground = ground
    this.#trail = new Trail(ground.world.trails, ground.world.from, past.trail)
    this.#pauses = new SpanFinger(past.pauses)
    this.#priority = new SpanFinger(past.priority)
    this.#handBans = new SpanFinger(past.bans)
    this.#realTrips = new SpanFinger(past.trips)
    this.#queue = new StandQueue(past, ground)
  }

  get isPaused(): boolean {
    return this.#pauses.at(this.#now) !== null
  }

  get highPriority(): boolean {
    return this.#priority.at(this.#now) !== null
  }

  get bannedUntil(): Date | null {
    const manualBan = this.#handBans.at(this.#now)
    return manualBan === null ? this.#ruleBan : new Date(manualBan.to)
  }

  get isBusy(): boolean {
    return this.#trip !== null || this.#given !== null
  }

  get finishing(): FinishingTrip | null {
    const trip = this.#trip
    if (trip === null || this.#nextTrip !== null || this.#now < trip.startsAt) return null
    const { destination } = trip
    if (this.#end?.destination !== destination)
      this.#end = { destination, zoneId: this.#ground.zones.zoneAt(destination) }
    return this.#end
  }

  get isOnline(): boolean {
    const place = this.#here()
    return this.onShift && place !== null && this.#now - place.at.getTime() <= STALE_POSITION_MS
  }

  get point(): Point | null {
    return this.#here()?.point ?? null
  }

  get positionAt(): Date | null {
    return this.#here()?.at ?? null
  }

  /** Recorded trails do not contain this. */
  readonly isPositionImplausible = false

  get zoneId(): ZoneId | null {
    const point = this.point
    if (point === null) return null
    if (this.#zone?.of !== point) this.#zone = { of: point, zoneId: this.#ground.zones.zoneAt(point) }
    return this.#zone.zoneId
  }

  get standId(): StandId | null {
    return this.#standing()?.standId ?? null
  }

  get standSince(): Date | null {
    return this.#standing()?.arrivedAt ?? null
  }

  beginShift({ carOptions }: PastShift): void {
    this.onShift = true
    this.carOptions = carOptions
    if (!this.isBusy) this.idleFrom = new Date(this.#now)
  }

  endShift(): void {
    this.onShift = false
    this.idleFrom = null
  }

  /** Start of a trip taken now, behind the running one if there is one. */
  startOfTrip(): { from: Point; at: number } | null {
    if (this.#trip !== null) return { from: this.#trip.destination, at: this.#trip.endsAt }
    const point = this.point
    return point === null ? null : { from: point, at: this.#now }
  }

  /** Starts the trip now, or queues it behind the running one. */
  take(trip: Trip): void {
    this.#moved()
    this.idleFrom = null
    if (this.#trip === null) this.#trip = trip
    else this.#nextTrip = trip
  }

  /** Ends the running trip and starts the next one, if there is one. */
  endTrip(): void {
    if (this.#trip === null) return
    this.#moved()
    this.#anchor = { point: this.#trip.destination, since: this.#now }
    this.#trip = this.#nextTrip
    this.#nextTrip = null
    if (!this.isBusy) this.#isFree()
  }

  /** Starts a past trip that no search led to; false when the driver is busy with another trip then. */
  beginGiven(trip: AssignedTrip): boolean {
    if (this.isBusy) return false
    this.#moved()
    this.#given = trip
    this.idleFrom = null
    return true
  }

  endGiven(): void {
    this.#moved()
    this.#given = null
    if (!this.isBusy) this.#isFree()
  }

  ban(until: Date): void {
    this.#ruleBan = until
    this.idleFrom = null
  }

  /** Moves the driver to the back of every queue. */
  sendToBack(): void {
    if (!this.isBusy) this.idleFrom = new Date(this.#now)
    this.#queue.sendToBack(this.#now)
  }

  get #now(): number {
    return this.#ground.clock.now
  }

  #isFree(): void {
    this.idleFrom = this.onShift ? new Date(this.#now) : null
    this.#queue.sendToBack(this.#now)
  }

  #moved(): void {
    this.#placeAt = Number.NaN
  }

  #standing() {
    if (this.isBusy || this.isPaused || !this.isOnline) return null
    return this.#queue.at(this.#now, this.#anchor)
  }

  #here(): Place | null {
    if (this.#placeAt === this.#now) return this.#place
    this.#place = this.#look(this.#now)
    this.#placeAt = this.#now
    return this.#place
  }

  #look(now: number): Place | null {
    if (this.#trip !== null) return { point: placeOnTrip(this.#trip, now), at: new Date(now) }
    const realTrip = this.#given === null ? this.#realTrips.at(now) : null
    if (realTrip !== null) return this.#waitOut(realTrip, now)
    const row = this.#trail.rowAt(now)
    if (row === null) return this.#anchor && { point: this.#anchor.point, at: new Date(this.#anchor.since) }
    return this.#catchUp(row, now)
  }

  /**
   * The record shows a trip whose client is driven by another driver in the replay: the driver stays where they were before it, or drives there
   * from the end of a modelled trip.
   */
  #waitOut(realTrip: Span, now: number): Place | null {
    if (this.#waitsOut !== realTrip) {
      this.#waitsOut = realTrip
      const row = this.#trail.rowAt(realTrip.from)
      this.#waitsAt = row === null ? null : this.#trail.pointOf(row)
    }
    const waitsAt = this.#waitsAt ?? this.#anchor?.point
    if (!waitsAt) return null
    const { point, since } = this.#anchor ?? { point: waitsAt, since: now }
    const thereAt = since + drivingMs(this.#ground.world.trips, point, waitsAt)
    const place = between(point, waitsAt, since, thereAt, now)
    this.#anchor = { point: place, since: now }
    return { point: place, at: new Date(now) }
  }

  /** The recorded position, or a point on the way to it. */
  #catchUp(row: number, now: number): Place {
    const recorded = this.#recordedPoint(row)
    const recordedAt = this.#trail.timeOf(row)
    if (this.#anchor === null) return { point: recorded, at: new Date(recordedAt) }
    const { point, since } = this.#anchor
    const thereAt = since + drivingMs(this.#ground.world.trips, point, recorded)
    if (now >= thereAt) this.#anchor = null
    return { point: between(point, recorded, since, thereAt, now), at: new Date(Math.max(recordedAt, since)) }
  }

  #recordedPoint(row: number): Point {
    if (this.#recorded?.row !== row) this.#recorded = { row, point: this.#trail.pointOf(row) }
    return this.#recorded.point
  }
}
