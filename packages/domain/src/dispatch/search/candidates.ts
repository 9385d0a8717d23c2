import { metresBetween, type Point, roadMetresGuess } from '../../kernel/geo.ts'
import type { DriverId, ZoneId } from '../../kernel/ids.ts'
import type { PassReason } from '../search-rules.ts'
import { type EvaluationContext, whyNotEligible } from './eligibility.ts'
import { type DriverFacts, isExclusive, type Round, type Scene, type WalkStep, type WalkStepType } from './walk.ts'

/** A driver who may be offered the order in this step. */
export interface Candidate {
  driver: DriverFacts
  /** Straight line to the pickup, from where the driver becomes free. */
  metres: number
  /** Straight line to the end of the trip that a busy driver finishes first; 0 for a free one. */
  metresToFree: number
  routeMetres: number | null
  /** `routeMetres` is estimated from the straight line. */
  isRouteGuess: boolean
}

/** Reason why an eligible driver's location excludes them from this search type; null = included. */
type PlaceRule = (driver: DriverFacts, context: EvaluationContext) => PassReason | null

/** Location rules of each type; limits in metres are applied later. */
const PLACE_RULES: Record<WalkStepType, PlaceRule> = {
  custom: (driver, { named }) => (named.has(driver.driverId) ? null : 'not_named'),
  // Evaluated by the walk's own steps (`plan-waiting.ts`).
  waiting: anywhere,
  by_zone: (driver, { request }) => {
    if (request.pickupZoneId === null) return 'no_zone'
    return zoneWhenFree(driver) === request.pickupZoneId ? null : 'other_zone'
  },
  by_near_zone: (driver, { request }) => {
    if (request.pickupZoneId === null && request.nearZoneIds.length === 0) return 'no_zone'
    const zoneId = zoneWhenFree(driver)
    return zoneId !== null && request.nearZoneIds.includes(zoneId) ? null : 'other_zone'
  },
  by_near_stand: waitsAtStand,
  by_near_stand_with_route: waitsAtStand,
  by_near_stand_and_polygon: (driver, { request, stand }) => {
    if (request.pickupZoneId === null) return 'no_zone'
    if (stand === null) return 'no_stand'
    const isThere = driver.standId === stand.standId || zoneWhenFree(driver) === request.pickupZoneId
    return isThere ? null : 'other_zone'
  },
  by_radius: anywhere,
  by_route: anywhere,
}

function waitsAtStand(driver: DriverFacts, { stand }: EvaluationContext): PassReason | null {
  if (stand === null) return 'no_stand'
  return driver.standId === stand.standId ? null : 'not_at_stand'
}

function anywhere(): null {
  return null
}

/** Receives each driver who is passed over, with the one reason, and those beyond the limit with their distance. */
export interface PassOver {
  because(driverId: DriverId, reason: PassReason): void
  beyondLimit(driverId: DriverId, metres: number, isGuess: boolean): void
}

/**
 * Drivers who may still be offered the order in this step, unordered; the others go to `passOver`. Drivers who already have an offer of the
 * round are in neither.
 */
export function fitDrivers(round: Round, scene: Scene, context: EvaluationContext, passOver: PassOver): Candidate[] {
  const { searchType } = round.step
  const offered = new Set(round.offers.map((offer) => offer.driverId))
  const whyNotThere = PLACE_RULES[searchType]
  const maxMetres = maxMetresOf(round.step)
  const isByRoad = searchType === 'by_route'
  const { routeMetres, isRouteGuess } = roadFromStand(searchType, context)
  const isLeftToOlder = mayBeLeft(round.step, context) ? scene.isLeftToOlder : undefined
  const fit: Candidate[] = []
  for (const driver of scene.drivers) {
    const { driverId } = driver
    if (offered.has(driverId)) continue
    const whyNot = whyNotEligible(driver, context) ?? whyNotThere(driver, context)
    if (whyNot !== null) {
      passOver.because(driverId, whyNot)
      continue
    }
    const end = tripEnd(driver)
    const metres = metresFrom(end ?? driver.point, scene.request.pickup)
    if (metres > maxMetres) passOver.beyondLimit(driverId, isByRoad ? roadMetresGuess(metres) : metres, isByRoad)
    else if (isLeftToOlder?.(driver)) passOver.because(driverId, 'left_to_older_order')
    else fit.push({ driver, metres, metresToFree: metresTo(end, driver), routeMetres, isRouteGuess })
  }
  return fit
}

/** A driver whom the dispatcher named for this order is left to no other; a waiting round decides by itself. */
function mayBeLeft(step: WalkStep, { mayRingElsewhere }: EvaluationContext): boolean {
  return isExclusive(step) && step.searchType !== 'custom' && !mayRingElsewhere
}

/** A road is never shorter than the straight line, so drivers beyond the limit need no router request. */
function maxMetresOf({ searchType, searchLimit }: WalkStep): number {
  return searchType === 'by_radius' || searchType === 'by_route' ? searchLimit : Number.POSITIVE_INFINITY
}

/** True when the driver may be offered the order of `context` as far as that is known without roads. */
export function mayFit(driver: DriverFacts, context: EvaluationContext): boolean {
  if (whyNotEligible(driver, context) !== null || PLACE_RULES[context.step.searchType](driver, context) !== null)
    return false
  return metresFrom(tripEnd(driver) ?? driver.point, context.request.pickup) <= maxMetresOf(context.step)
}

/** A driver who waits at a stand chosen by road has the stand's road distance. */
function roadFromStand(
  searchType: WalkStepType,
  { stand }: EvaluationContext,
): Pick<Candidate, 'routeMetres' | 'isRouteGuess'> {
  if (stand === null || searchType !== 'by_near_stand_with_route') return { routeMetres: null, isRouteGuess: false }
  return { routeMetres: stand.metres, isRouteGuess: stand.isGuess }
}

function metresFrom(from: Point | null, pickup: Point): number {
  return from === null ? Number.POSITIVE_INFINITY : metresBetween(from, pickup)
}

function metresTo(tripEnds: Point | null, { point }: DriverFacts): number {
  return tripEnds === null || point === null ? 0 : metresBetween(point, tripEnds)
}

/** The zone in which the driver can take the order: a busy one's is where the trip ends, if that is known. */
export function zoneWhenFree(driver: DriverFacts): ZoneId | null {
  if (!driver.isBusy || driver.finishing === null) return driver.zoneId
  const { destination, zoneId } = driver.finishing
  return destination === null ? driver.zoneId : zoneId
}

/** A driver who finishes a trip first is measured from where that trip ends. */
function tripEnd(driver: DriverFacts): Point | null {
  return driver.isBusy && driver.finishing !== null ? driver.finishing.destination : null
}
