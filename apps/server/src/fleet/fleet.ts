import type { DriverPosition } from '@dispecerat/contract/realtime'
import type { Point } from '@dispecerat/domain/geo'
import type { CompanyId, ZoneId } from '@dispecerat/domain/ids'
import { STALE_POSITION_MS } from '@dispecerat/domain/search/eligibility'
import type { DriverFacts } from '@dispecerat/domain/search/walk'
import type { z } from 'zod'
import type { Scope } from '../db/caller.ts'
import type { Member } from './members.store.ts'
import type { PositionBook, PositionReport } from './position-book.ts'
import { shownDrivers } from './position-frames.ts'
import { hasPriority, type Roster } from './roster.ts'

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

/** What the database does not know of a driver: who is connected and where. */
export interface LiveFacts {
  isOnline: boolean
  highPriority: boolean
  point: Point | null
  zoneId: ZoneId | null
}

/** What the other modules ask of the drivers' memory; no call touches the database. */
export interface Fleet {
  counts(companies: Scope['companies']): FleetCounts
  /** Online drivers with a fresh position, by the zone of their company they stand in. */
  driversByZone(companies: Scope['companies']): Map<ZoneId, ZoneCounts>
  /** The smallest zone of the company around the point. */
  zoneAt(companyId: CompanyId, point: Point): ZoneId | null
  /** Every driver of the companies as the search sees him now; zones are those of `zonesOf`. */
  factsOf(companyIds: readonly CompanyId[], zonesOf: CompanyId): DriverFacts[]
  /** The call sign the map shows; null for a driver without a car or an unknown one. */
  indicativOf(driverId: number): string | null
  positions(companies: Scope['companies']): z.infer<typeof DriverPosition>[]
  live(driverId: number): LiveFacts
  isOnShift(driverId: number): boolean
  /** A phone says where it is. False when the report is worth nothing (GAP-11). */
  report(driverId: number, report: PositionReport): boolean
}

/** A busy driver is counted as busy wherever he is; a banned or paused one is neither busy nor free. */
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
  return !isBusy && !isPaused && !(bannedUntil && bannedUntil > now)
}

export function countByZone(
  roster: Roster,
  book: PositionBook,
  companies: Scope['companies'],
  now: Date,
): Map<ZoneId, ZoneCounts> {
  const zones = new Map<ZoneId, ZoneCounts>()
  for (const member of roster.membersOf(companies)) {
    const place = book.of(member.driverId)
    if (!place?.zoneId || !roster.isOnline(member, now)) continue
    if (now.getTime() - place.at.getTime() > STALE_POSITION_MS) continue
    const zone = zones.get(place.zoneId) ?? { busy: 0, free: 0 }
    if (member.isBusy) zone.busy += 1
    else if (isFree(member, now)) zone.free += 1
    zones.set(place.zoneId, zone)
  }
  return zones
}

export function asFleet(roster: Roster, book: PositionBook, clock: { now(): Date }, report: Fleet['report']): Fleet {
  return {
    counts: (companies) => countDrivers(roster, companies, clock.now()),
    driversByZone: (companies) => countByZone(roster, book, companies, clock.now()),
    zoneAt: (companyId, point) => book.zoneAt(companyId, point),
    factsOf: (companyIds, zonesOf) => roster.factsOf(companyIds, zonesOf, clock.now()),
    indicativOf: (driverId) => roster.member(driverId)?.indicativ ?? null,
    positions: (companies) => shownDrivers(roster, book, companies, clock.now()),
    isOnShift: (driverId) => roster.member(driverId)?.onShift ?? false,
    live: (driverId) => liveFacts(roster, book, driverId, clock.now()),
    report,
  }
}

function liveFacts(roster: Roster, book: PositionBook, driverId: number, now: Date): LiveFacts {
  const member = roster.member(driverId)
  if (!member) return { isOnline: false, highPriority: false, point: null, zoneId: null }
  return {
    isOnline: roster.isOnline(member, now),
    highPriority: hasPriority(member, now),
    point: book.pointOf(member.driverId),
    zoneId: book.of(member.driverId)?.zoneId ?? null,
  }
}
