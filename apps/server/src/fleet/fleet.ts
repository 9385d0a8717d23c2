import type { DriverPosition } from '@dispecerat/contract/fleet/live-map'
import { STALE_POSITION_MS } from '@dispecerat/domain/dispatch/search/eligibility'
import type { DriverFacts, StandFacts } from '@dispecerat/domain/dispatch/search/walk'
import { isBanned } from '@dispecerat/domain/fleet/ban'
import type { Implausible } from '@dispecerat/domain/fleet/position-plausibility'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, DriverId, StandId, ZoneId } from '@dispecerat/domain/kernel/ids'
import type { z } from 'zod'
import type { Scope } from '../platform/db/actor.ts'
import type { Availability } from './drivers/availability.ts'
import type { Member } from './drivers/members.store.ts'
import { hasPriority, type Roster } from './drivers/roster.ts'
import {
  type FinishingDriver,
  finishingDrivers,
  type NearbyDriver,
  type NearbyInput,
  nearestDrivers,
} from './positions/nearest-drivers.ts'
import { shownDrivers } from './positions/position-frames.ts'
import type { PositionRegistry, PositionReport } from './positions/position-registry.ts'
import type { StandRegistry } from './stands/stand-registry.ts'

export interface FleetCounts {
  drivers: number
  online: number
  busy: number
  free: number
  priority: number
}

export interface ZoneCounts {
  busy: number
  free: number
}

/** A driver in the queue of a stand. */
export interface QueuePlace {
  driverId: DriverId
  indicativ: string | null
  arrivedAt: Date
  point: Point | null
}

/** The in-memory data of a driver: connection and position. */
export interface LiveFacts {
  isOnline: boolean
  highPriority: boolean
  point: Point | null
  zoneId: ZoneId | null
  /** Server time at which the car was at `point`. */
  seenAt: Date | null
  /** The reason why the position is implausible. */
  implausible: Implausible | null
  /** The last plausible position; `point` itself, unless that is marked. Null: none since this process started. */
  believed: (Point & { at: Date }) | null
}

/** The API of the in-memory fleet for other modules; no call queries the database. */
export interface Fleet {
  counts(companies: Scope['companies']): FleetCounts
  /** Online drivers with a fresh position, by the zone of their company in which they are. */
  driversByZone(companies: Scope['companies']): Map<ZoneId, ZoneCounts>
  /** The smallest zone of the company around the point. */
  zoneAt(companyId: CompanyId, point: Point): ZoneId | null
  /** Every driver of the companies as the search sees them now; zones are those of `zonesOf`. */
  factsOf(companyIds: readonly CompanyId[], zonesOf: CompanyId): DriverFacts[]
  /** The same of one driver; null for an unknown one. */
  factsOfDriver(driverId: DriverId, zonesOf: CompanyId): DriverFacts | null
  /** Called with drivers who may take an order now, on this node, after its memory has them. */
  onAvailable(listener: (driverIds: readonly DriverId[]) => void): void
  /** The zones next to the point's; for a point in none, the nearest one within 5000 m. */
  nearZonesOf(companyId: CompanyId, point: Point): readonly ZoneId[]
  /** Active stands of the companies; their zones are those of `zonesOf`. */
  standsOf(companyIds: readonly CompanyId[], zonesOf: CompanyId): StandFacts[]
  /** The queue of the stand, first come first served. */
  standQueue(standId: StandId): QueuePlace[]
  standQueueLength(standId: StandId): number
  /** The call sign that the map shows; null for a driver without a car or an unknown one. */
  indicativOf(driverId: DriverId): string | null
  positions(companies: Scope['companies']): z.infer<typeof DriverPosition>[]
  live(driverId: DriverId): LiveFacts
  /** Drivers at work near a point, nearest first by straight line. */
  nearest(point: Point, input: NearbyInput): NearbyDriver[]
  /** Drivers on their last trip who would be at a point soonest after it, by straight line. */
  finishingNear(point: Point, input: Omit<NearbyInput, 'work'>): FinishingDriver[]
  isOnShift(driverId: DriverId): boolean
  /** Takes a phone's position. False when the report is unusable. */
  report(driverId: DriverId, report: PositionReport): boolean
}

/** A busy driver counts as busy everywhere; a banned or paused one is neither busy nor free. */
export function countDrivers(roster: Roster, companies: Scope['companies'], now: Date): FleetCounts {
  const counts: FleetCounts = { drivers: 0, online: 0, busy: 0, free: 0, priority: 0 }
  for (const member of roster.membersOf(companies)) {
    if (!member.isActive) continue
    counts.drivers += 1
    if (hasPriority(member, now)) counts.priority += 1
    if (!roster.isOnline(member, now)) continue
    counts.online += 1
    if (member.isBusy) counts.busy += 1
    else if (isFree(member, now)) counts.free += 1
  }
  return counts
}

function isFree({ isBusy, isPaused, bannedUntil }: Member, now: Date): boolean {
  return !isBusy && !isPaused && !isBanned(bannedUntil, now)
}

export function countByZone(
  roster: Roster,
  positions: PositionRegistry,
  companies: Scope['companies'],
  now: Date,
): Map<ZoneId, ZoneCounts> {
  const zones = new Map<ZoneId, ZoneCounts>()
  for (const member of roster.membersOf(companies)) {
    const place = positions.of(member.driverId)
    if (!place?.zoneId || !roster.isOnline(member, now)) continue
    if (place.judged.implausible || now.getTime() - place.at.getTime() > STALE_POSITION_MS) continue
    const zone = zones.get(place.zoneId) ?? { busy: 0, free: 0 }
    if (member.isBusy) zone.busy += 1
    else if (isFree(member, now)) zone.free += 1
    zones.set(place.zoneId, zone)
  }
  return zones
}

export interface FleetMemory {
  roster: Roster
  positions: PositionRegistry
  stands: StandRegistry
  availability: Availability
  /** Applies elapsed time to the stand queues before they are read. */
  letTimePass: () => void
}

export function asFleet(memory: FleetMemory, clock: { now(): Date }, report: Fleet['report']): Fleet {
  const { roster, positions, stands, letTimePass } = memory
  return {
    counts: (companies) => countDrivers(roster, companies, clock.now()),
    driversByZone: (companies) => countByZone(roster, positions, companies, clock.now()),
    zoneAt: (companyId, point) => positions.zoneAt(companyId, point),
    factsOf: (companyIds, zonesOf) => {
      letTimePass()
      return roster.factsOf(companyIds, zonesOf, clock.now())
    },
    factsOfDriver: (driverId, zonesOf) => {
      letTimePass()
      return roster.factsOfDriver(driverId, zonesOf, clock.now())
    },
    onAvailable: (listener) => memory.availability.on(listener),
    nearZonesOf: (companyId, point) => positions.nearZonesOf(companyId, point),
    standsOf: (companyIds, zonesOf) => standFacts(stands, positions, companyIds, zonesOf),
    standQueue: (standId) => {
      letTimePass()
      return queuePlaces(memory, standId)
    },
    standQueueLength: (standId) => {
      letTimePass()
      return stands.lengthOf(standId)
    },
    indicativOf: (driverId) => roster.member(driverId)?.indicativ ?? null,
    positions: (companies) => shownDrivers(roster, positions, companies, clock.now()),
    isOnShift: (driverId) => roster.member(driverId)?.onShift ?? false,
    live: (driverId) => liveFacts(roster, positions, driverId, clock.now()),
    nearest: (point, input) => nearestDrivers(memory, point, input, clock.now()),
    finishingNear: (point, input) => finishingDrivers(memory, point, input, clock.now()),
    report,
  }
}

function liveFacts(roster: Roster, positions: PositionRegistry, driverId: DriverId, now: Date): LiveFacts {
  const member = roster.member(driverId)
  if (!member) {
    return {
      isOnline: false,
      highPriority: false,
      point: null,
      zoneId: null,
      seenAt: null,
      implausible: null,
      believed: null,
    }
  }
  return {
    isOnline: roster.isOnline(member, now),
    highPriority: hasPriority(member, now),
    point: positions.pointOf(member.driverId),
    zoneId: positions.of(member.driverId)?.zoneId ?? null,
    seenAt: positions.of(member.driverId)?.at ?? null,
    implausible: positions.of(member.driverId)?.judged.implausible ?? null,
    believed: positions.believedOf(member.driverId),
  }
}

function standFacts(
  stands: StandRegistry,
  positions: PositionRegistry,
  companyIds: readonly CompanyId[],
  zonesOf: CompanyId,
): StandFacts[] {
  const facts: StandFacts[] = []
  for (const ofCompany of new Set(companyIds)) {
    for (const { standId, companyId, point } of stands.standsOf(ofCompany)) {
      facts.push({ standId, companyId, point, zoneId: positions.zoneAt(zonesOf, point) })
    }
  }
  return facts
}

function queuePlaces({ roster, positions, stands }: FleetMemory, standId: StandId): QueuePlace[] {
  return stands.queueOf(standId).map(({ driverId, arrivedAt }) => ({
    driverId,
    indicativ: roster.member(driverId)?.indicativ ?? null,
    arrivedAt,
    point: positions.pointOf(driverId),
  }))
}
