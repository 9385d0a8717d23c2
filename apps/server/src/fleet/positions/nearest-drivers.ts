import { STALE_POSITION_MS } from '@dispecerat/domain/dispatch/search/eligibility'
import { isBanned } from '@dispecerat/domain/fleet/ban'
import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import type { Scope } from '../../platform/db/actor.ts'
import type { Member } from '../drivers/members.store.ts'
import type { Roster } from '../drivers/roster.ts'
import type { DriverPlace, PositionRegistry } from './position-registry.ts'

/** Filter for drivers near a point: at work for the companies, with a suitable car. */
export interface NearbyInput {
  companies: Scope['companies']
  work: 'free' | 'busy'
  serviceId: number
  options: readonly string[]
  max: number
  /** Straight line. */
  maxMetres: number
}

export interface NearbyDriver {
  driverId: DriverId
  indicativ: string | null
  point: Point
}

/** A driver on the last trip, with its destination. */
export interface FinishingDriver extends NearbyDriver {
  destination: Point
}

/** Drivers who would be at the point soonest after their current trip, by straight line over its end; without a query. */
export function finishingDrivers(
  { roster, positions }: { roster: Roster; positions: PositionRegistry },
  point: Point,
  input: Omit<NearbyInput, 'work'>,
  now: Date,
): FinishingDriver[] {
  const found = [...roster.membersOf(input.companies)].flatMap((member) => {
    const { driverId, indicativ } = member
    const destination = lastDestination(member)
    const at = positions.pointOf(driverId)
    if (destination === null || at === null || !canDrive(member, { ...input, work: 'busy' }, now)) return []
    if (!roster.isOnline(member, now) || !isTrusted(positions.of(driverId), now)) return []
    const metres = metresBetween(at, destination) + metresBetween(destination, point)
    return metres > input.maxMetres ? [] : [{ metres, driver: { driverId, indicativ, point: at, destination } }]
  })
  found.sort((a, b) => a.metres - b.metres || a.driver.driverId - b.driver.driverId)
  return found.slice(0, input.max).map(({ driver }) => driver)
}

/** The nearest by straight line, nearest first, from the grid alone, without a query. */
export function nearestDrivers(
  { roster, positions }: { roster: Roster; positions: PositionRegistry },
  point: Point,
  input: NearbyInput,
  now: Date,
): NearbyDriver[] {
  const companies = input.companies === 'every' ? null : new Set<number>(input.companies)
  const isWanted = (driverId: DriverId): boolean => {
    const member = roster.member(driverId)
    if (!member || (companies !== null && !companies.has(member.companyId))) return false
    return canDrive(member, input, now) && roster.isOnline(member, now) && isTrusted(positions.of(driverId), now)
  }
  return positions.nearest(point, input.max, input.maxMetres, isWanted).flatMap(({ driverId }) => {
    const at = positions.pointOf(driverId)
    return at === null ? [] : { driverId, indicativ: roster.member(driverId)?.indicativ ?? null, point: at }
  })
}

/** The destination of a driver's last trip; null without one, or before its client is in the car. */
function lastDestination({ isBusy, activeOrders }: Member): Point | null {
  const [active] = activeOrders
  return isBusy && activeOrders.length === 1 && active?.isStarted ? active.destination : null
}

function canDrive(member: Member, { work, serviceId, options }: NearbyInput, now: Date): boolean {
  if (!member.isActive || member.isBarredSimulation || member.carId === null) return false
  if (member.isPaused || isBanned(member.bannedUntil, now) || member.isBusy !== (work === 'busy')) return false
  return member.serviceIds.includes(serviceId) && options.every((option) => member.carOptions.includes(option))
}

function isTrusted(place: DriverPlace | undefined, now: Date): boolean {
  return place !== undefined && !place.judged.implausible && now.getTime() - place.at.getTime() <= STALE_POSITION_MS
}
