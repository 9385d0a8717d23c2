import { isAroundRomania, type Point } from '@dispecerat/domain/geo'
import type { CompanyId, DriverId, ZoneId } from '@dispecerat/domain/ids'
import { type Found, PositionGrid } from '@dispecerat/domain/position-grid'
import {
  BELIEVED,
  type Fix,
  type JudgedFix,
  judgeFix,
  MAX_PLAUSIBLE_KMH,
  type Plausibility,
} from '@dispecerat/domain/position-plausibility'
import type { Zone } from '@dispecerat/domain/zone'
import { ZoneIndex } from '@dispecerat/domain/zone-index'
import { ZoneNeighbours } from '@dispecerat/domain/zone-neighbours'

/** A phone that does not know better where it is says nothing. */
const WORST_ACCURACY_METRES = 200
const SHORTEST_INTERVAL_MS = 1_000
/** After this long a phone's clock that went backwards is believed again. */
const CLOCK_FORGOTTEN_MS = 120_000

/** What a phone reports. */
export interface PositionReport extends Point {
  heading?: number | null | undefined
  speed?: number | null | undefined
  /** Metres. */
  accuracy?: number | null | undefined
  /** By the phone's clock. */
  recordedAt: Date | null
  isMock?: boolean | null | undefined
  /** Of a simulated driver, who may live faster than a car drives. */
  isFast?: boolean
}

export interface DriverPlace {
  /** When the car was there, by our clock. */
  at: Date
  heading: number | null
  speed: number | null
  zoneId: ZoneId | null
  /** Grows with everything a map would draw differently. */
  version: number
  judged: Plausibility
}

/** A position as it travels between nodes and comes from the database. */
export interface SeenPosition extends Point {
  at: Date
  heading?: number | null | undefined
  speed?: number | null | undefined
  accuracy?: number | null | undefined
  judged?: Plausibility | undefined
}

/** What is remembered of a phone's clock: the smallest delay seen is the clock's error, the rest is age. */
interface PhoneClock {
  receivedMs: number
  recordedMs: number
  skewMs: number
  /** The phone sends no time: ours stands for it. */
  isOurs: boolean
}

/** Where every driver was last, in a grid, with the zone of the own company. */
export class PositionRegistry {
  readonly #grid = new PositionGrid()
  readonly #places = new Map<DriverId, DriverPlace>()
  readonly #clocks = new Map<DriverId, PhoneClock>()
  /** Reported since this process started, on any node, or saved with a mark: any other saved one is too old to contradict a phone. */
  readonly #fixes = new Map<DriverId, JudgedFix>()
  /** Where each driver was last believed to be. */
  readonly #believed = new Map<DriverId, Point & { at: Date }>()
  readonly #maxKmh: number
  readonly #zones = new Map<CompanyId, ZoneIndex>()
  readonly #neighbours = new Map<CompanyId, ZoneNeighbours>()
  #version = 0

  constructor({ maxKmh = MAX_PLAUSIBLE_KMH }: { maxKmh?: number } = {}) {
    this.#maxKmh = maxKmh
  }

  /** Replaces the zones of the companies given; their drivers are looked up again. Tells whose zone is another one now. */
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

  /** The zones next to the point's zone; for a point in none, the one nearest within 5000 m. */
  nearZonesOf(companyId: CompanyId, point: Point): readonly ZoneId[] {
    const neighbours = this.#neighbours.get(companyId)
    const zoneId = this.zoneAt(companyId, point)
    if (zoneId !== null) return neighbours?.of(zoneId) ?? []
    const nearest = neighbours?.nearestTo(point) ?? null
    return nearest === null ? [] : [nearest]
  }

  /** Takes a report, unless it is worth nothing: far outside Romania, inexact, older than the last, or too soon after it. */
  report(driverId: DriverId, companyId: CompanyId, report: PositionReport, now: Date): DriverPlace | null {
    if (!isAroundRomania(report) || (report.accuracy ?? 0) > WORST_ACCURACY_METRES) return null
    const at = this.#timeOf(driverId, report.recordedAt, now)
    if (at === null) return null
    return this.put(driverId, companyId, { ...report, at, judged: this.#judge(driverId, { ...report, at }) })
  }

  /** Puts the driver there, when that is newer than what is known; also for positions heard from other nodes. */
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

  /** What is told of when a car arrives goes by this, never by a marked position. */
  believedOf(driverId: DriverId): (Point & { at: Date }) | null {
    return this.#believed.get(driverId) ?? null
  }

  /** The `max` nearest within `maxMetres` whom `accept` lets through, nearest first. */
  nearest(point: Point, max: number, maxMetres: number, accept: (driverId: DriverId) => boolean): Found[] {
    return this.#grid.nearest(point, max, maxMetres, accept)
  }

  /** The time was set: what was remembered by the old one keeps its age. */
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

  /** Something else than the position changed about how the driver is drawn. */
  touch(driverId: DriverId): void {
    const place = this.#places.get(driverId)
    if (place) place.version = ++this.#version
  }

  /** When the car was there by our clock; null when the report comes too late or too soon. */
  #timeOf(driverId: DriverId, recordedAt: Date | null, now: Date): Date | null {
    const receivedMs = now.getTime()
    const recordedMs = (recordedAt ?? now).getTime()
    const isOurs = recordedAt === null
    const delayMs = receivedMs - recordedMs
    const clock = this.#clocks.get(driverId)
    if (!clock) {
      this.#clocks.set(driverId, { receivedMs, recordedMs, skewMs: delayMs, isOurs })
      return now
    }
    if (receivedMs - clock.receivedMs < SHORTEST_INTERVAL_MS) return null
    const isOlder = recordedMs <= clock.recordedMs
    if (isOlder && receivedMs - clock.receivedMs < CLOCK_FORGOTTEN_MS) return null
    const skewMs = isOlder ? delayMs : Math.min(clock.skewMs, delayMs)
    this.#clocks.set(driverId, { receivedMs, recordedMs, skewMs, isOurs })
    return new Date(recordedMs + skewMs)
  }
}
