import { type Found, PositionGrid } from '@dispecerat/domain/fleet/position-grid'
import {
  BELIEVED,
  type Fix,
  type JudgedFix,
  judgeFix,
  MAX_PLAUSIBLE_KMH,
  type Plausibility,
} from '@dispecerat/domain/fleet/position-plausibility'
import type { Zone } from '@dispecerat/domain/geography/zone'
import { ZoneIndex } from '@dispecerat/domain/geography/zone-index'
import { ZoneNeighbours } from '@dispecerat/domain/geography/zone-neighbours'
import { isAroundRomania, type Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, DriverId, ZoneId } from '@dispecerat/domain/kernel/ids'

/** A less accurate position is ignored. */
const WORST_ACCURACY_METRES = 200
const SHORTEST_INTERVAL_MS = 1_000
/** A first report that is older by the phone's clock may lie: the car has driven on, or the clock is wrong. */
const OLD_FIRST_MS = 60_000
/** Two reports whose delays differ by less come from a clock that is wrong, not from a phone that sends what it collected. */
const SAME_DELAY_MS = 3_000
/** After this long a phone whose clock went backwards is accepted again. */
const CLOCK_FORGOTTEN_MS = 120_000

/** A position report of a phone. */
export interface PositionReport extends Point {
  heading?: number | null | undefined
  speed?: number | null | undefined
  /** Metres. */
  accuracy?: number | null | undefined
  /** By the phone's clock. */
  recordedAt: Date | null
  isMock?: boolean | null | undefined
  /** True for a simulated driver, who may move faster than a car. */
  isFast?: boolean
}

export interface DriverPlace {
  /** Server time at which the car was there. */
  at: Date
  heading: number | null
  speed: number | null
  zoneId: ZoneId | null
  /** Increases with every change that a map would draw. */
  version: number
  judged: Plausibility
}

/** A position as sent between nodes and read from the database. */
export interface SeenPosition extends Point {
  at: Date
  heading?: number | null | undefined
  speed?: number | null | undefined
  accuracy?: number | null | undefined
  judged?: Plausibility | undefined
}

/** The estimate of a phone's clock: the smallest delay seen is the error of the clock, the rest is age. */
interface PhoneClock {
  receivedMs: number
  recordedMs: number
  skewMs: number
  /** The phone sends no timestamp, so the server's time is used. */
  isOurs: boolean
  /** False while the delay may be the age of the reports. */
  isKnown: boolean
}

/** The last position of every driver, in a grid, with the zone of the own company. */
export class PositionRegistry {
  readonly #grid = new PositionGrid()
  readonly #places = new Map<DriverId, DriverPlace>()
  readonly #clocks = new Map<DriverId, PhoneClock>()
  /** Fixes reported since this process started, on any node, or saved with a mark: any other saved one is too old to contradict a phone. */
  readonly #fixes = new Map<DriverId, JudgedFix>()
  /** The last plausible position of each driver. */
  readonly #believed = new Map<DriverId, Point & { at: Date }>()
  readonly #maxKmh: number
  readonly #zones = new Map<CompanyId, ZoneIndex>()
  readonly #neighbours = new Map<CompanyId, ZoneNeighbours>()
  #version = 0

  constructor({ maxKmh = MAX_PLAUSIBLE_KMH }: { maxKmh?: number } = {}) {
    this.#maxKmh = maxKmh
  }

  /** Replaces the zones of the given companies and looks their drivers up again. Returns the drivers whose zone changed. */
  setZones(
    zones: ReadonlyMap<CompanyId, readonly Zone[]>,
    companyOf: (driverId: DriverId) => CompanyId | null,
  ): { driverId: DriverId; zoneId: ZoneId | null }[] {
    for (const [companyId, shapes] of zones) {
      this.#zones.set(companyId, new ZoneIndex(shapes))
      this.#neighbours.set(companyId, new ZoneNeighbours(shapes))
    }
    const moved: { driverId: DriverId; zoneId: ZoneId | null }[] = []
    for (const [driverId, place] of this.#places) {
      const companyId = companyOf(driverId)
      const point = this.pointOf(driverId)
      if (companyId === null || !point || !zones.has(companyId)) continue
      const zoneId = this.zoneAt(companyId, point)
      if (zoneId !== place.zoneId) moved.push({ driverId, zoneId })
      place.zoneId = zoneId
    }
    return moved
  }

  zoneAt(companyId: CompanyId, point: Point): ZoneId | null {
    return this.#zones.get(companyId)?.zoneAt(point) ?? null
  }

  /** The zones next to the point's zone; for a point in none, the nearest one within 5000 m. */
  nearZonesOf(companyId: CompanyId, point: Point): readonly ZoneId[] {
    const neighbours = this.#neighbours.get(companyId)
    const zoneId = this.zoneAt(companyId, point)
    if (zoneId !== null) return neighbours?.of(zoneId) ?? []
    const nearest = neighbours?.nearestTo(point) ?? null
    return nearest === null ? [] : [nearest]
  }

  /** Takes a report, unless it is unusable: far outside Romania, inaccurate, older than the last, or too soon after it. */
  report(driverId: DriverId, companyId: CompanyId, report: PositionReport, now: Date): DriverPlace | null {
    if (!isAroundRomania(report) || (report.accuracy ?? 0) > WORST_ACCURACY_METRES) return null
    const at = this.#timeOf(driverId, report.recordedAt, now)
    if (at === null) return null
    const isOld = this.#clocks.get(driverId)?.isKnown === false
    // A position of unknown age does not replace one that another node dated: the next would no longer be compared with it.
    if (isOld && this.#isDated(driverId)) return null
    return this.put(driverId, companyId, { ...report, at, judged: this.#judge(driverId, { ...report, at, isOld }) })
  }

  /** Sets the position when it is newer than the known one; also for positions from other nodes. */
  put(driverId: DriverId, companyId: CompanyId, seen: SeenPosition): DriverPlace | null {
    const known = this.#places.get(driverId)
    if (known && seen.at <= known.at) return null
    this.#grid.upsert(driverId, seen)
    const place: DriverPlace = {
      at: seen.at,
      heading: seen.heading ?? null,
      speed: seen.speed ?? null,
      zoneId: this.zoneAt(companyId, seen),
      version: ++this.#version,
      judged: seen.judged ?? BELIEVED,
    }
    if (!place.judged.implausible) this.#believed.set(driverId, { lat: seen.lat, long: seen.long, at: seen.at })
    if (seen.judged) this.#fixes.set(driverId, { ...seen, judged: seen.judged })
    this.#places.set(driverId, place)
    return place
  }

  #isDated(driverId: DriverId): boolean {
    const fix = this.#fixes.get(driverId)
    return fix !== undefined && fix.judged.implausible !== 'old'
  }

  #judge(driverId: DriverId, { isFast, ...fix }: Fix & { isFast?: boolean | undefined }): Plausibility {
    return judgeFix(this.#fixes.get(driverId) ?? null, fix, {
      maxKmh: isFast ? Number.POSITIVE_INFINITY : this.#maxKmh,
    })
  }

  of(driverId: DriverId): DriverPlace | undefined {
    return this.#places.get(driverId)
  }

  pointOf(driverId: DriverId): Point | null {
    return this.#grid.positionOf(driverId)
  }

  /** Arrival times are computed from this, never from a marked position. */
  believedOf(driverId: DriverId): (Point & { at: Date }) | null {
    return this.#believed.get(driverId) ?? null
  }

  /** The `max` nearest within `maxMetres` that `accept` allows, nearest first. */
  nearest(point: Point, max: number, maxMetres: number, accept: (driverId: DriverId) => boolean): Found[] {
    return this.#grid.nearest(point, max, maxMetres, accept)
  }

  /** The clock was stepped: remembered times keep their age. */
  clockStepped(seconds: number): void {
    const ms = seconds * 1000
    const moved = (at: Date) => new Date(at.getTime() + ms)
    for (const place of this.#places.values()) place.at = moved(place.at)
    for (const fix of this.#fixes.values()) fix.at = moved(fix.at)
    for (const point of this.#believed.values()) point.at = moved(point.at)
    for (const clock of this.#clocks.values()) {
      clock.receivedMs += ms
      if (clock.isOurs) clock.recordedMs += ms
      else clock.skewMs += ms
    }
  }

  /** Something other than the position changed in how the driver is drawn. */
  touch(driverId: DriverId): void {
    const place = this.#places.get(driverId)
    if (place) place.version = ++this.#version
  }

  /** Server time at which the car was there; null when the report comes too late or too soon. */
  #timeOf(driverId: DriverId, recordedAt: Date | null, now: Date): Date | null {
    const receivedMs = now.getTime()
    const recordedMs = (recordedAt ?? now).getTime()
    const isOurs = recordedAt === null
    const delayMs = receivedMs - recordedMs
    const clock = this.#clocks.get(driverId)
    if (!clock) {
      const isKnown = delayMs <= OLD_FIRST_MS
      this.#clocks.set(driverId, { receivedMs, recordedMs, skewMs: delayMs, isOurs, isKnown })
      return now
    }
    if (receivedMs - clock.receivedMs < SHORTEST_INTERVAL_MS) return null
    const isOlder = recordedMs <= clock.recordedMs
    if (isOlder && receivedMs - clock.receivedMs < CLOCK_FORGOTTEN_MS) return null
    const skewMs = isOlder ? delayMs : Math.min(clock.skewMs, delayMs)
    const isKnown = clock.isKnown || delayMs <= OLD_FIRST_MS || Math.abs(delayMs - clock.skewMs) < SAME_DELAY_MS
    this.#clocks.set(driverId, { receivedMs, recordedMs, skewMs, isOurs, isKnown })
    return new Date(recordedMs + skewMs)
  }
}
