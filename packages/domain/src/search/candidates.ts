import { metresBetween, type Point } from '../geo.ts'
import type { DriverId } from '../ids.ts'
import type { PassReason } from '../search-rules.ts'
import { type Looking, whyNotEligible } from './eligibility.ts'
import type { DriverFacts, Round, Scene, WalkStepType } from './walk.ts'

/** A driver the step may ask. */
export interface Candidate {
  driver: DriverFacts
  /** Straight line to the pickup. */
  metres: number
  routeMetres: number | null
}

/** Why a driver who could be asked does not belong to this type of search by where he is; null = does. */
type PlaceRule = (driver: DriverFacts, looking: Looking) => PassReason | null

/** The limits of a step; what is measured in metres is measured afterwards. */
const PLACE_RULES: Record<WalkStepType, PlaceRule> = {
  custom: (driver, { named }) => (named.has(driver.driverId) ? null : 'not_named'),
  by_zone: (driver, { ask }) => {
    if (ask.pickupZoneId === null) return 'no_zone'
    return driver.zoneId === ask.pickupZoneId ? null : 'other_zone'
  },
  by_near_zone: (driver, { ask }) => {
    if (ask.pickupZoneId === null && ask.nearZoneIds.length === 0) return 'no_zone'
    return driver.zoneId !== null && ask.nearZoneIds.includes(driver.zoneId) ? null : 'other_zone'
  },
  by_near_stand: waitsAtStand,
  by_near_stand_with_route: waitsAtStand,
  by_near_stand_and_polygon: (driver, { ask, stand }) => {
    if (ask.pickupZoneId === null) return 'no_zone'
    if (stand === null) return 'no_stand'
    return driver.standId === stand.standId || driver.zoneId === ask.pickupZoneId ? null : 'other_zone'
  },
  by_radius: anywhere,
  by_route: anywhere,
}

function waitsAtStand(driver: DriverFacts, { stand }: Looking): PassReason | null {
  if (stand === null) return 'no_stand'
  return driver.standId === stand.standId ? null : 'not_at_stand'
}

function anywhere(): null {
  return null
}

/** Receives each driver who is not asked, with the one reason. */
export type PassOver = (driverId: DriverId, because: PassReason) => void

/** The drivers this step may still ask, unordered; the others go to `passOver`. Offered ones are in neither. */
export function fitDrivers(round: Round, scene: Scene, looking: Looking, passOver: PassOver): Candidate[] {
  const { searchType, searchLimit } = round.step
  const offered = new Set(round.offers.map((offer) => offer.driverId))
  const whyNotThere = PLACE_RULES[searchType]
  // The road is never shorter than the straight line, so the far ones need no router.
  const maxMetres = searchType === 'by_radius' || searchType === 'by_route' ? searchLimit : Number.POSITIVE_INFINITY
  const fit: Candidate[] = []
  for (const driver of scene.drivers) {
    const { driverId } = driver
    if (offered.has(driverId)) continue
    const whyNot = whyNotEligible(driver, looking) ?? whyNotThere(driver, looking)
    if (whyNot !== null) {
      passOver(driverId, whyNot)
      continue
    }
    const metres = metresToPickup(driver, scene.ask.pickup)
    if (metres > maxMetres) passOver(driverId, 'beyond_limit')
    else fit.push({ driver, metres, routeMetres: roadFromStand(searchType, looking) })
  }
  return fit
}

/** Who waits at a stand chosen by road is as far by road as the stand. */
function roadFromStand(searchType: WalkStepType, { stand }: Looking): number | null {
  return searchType === 'by_near_stand_with_route' ? (stand?.metres ?? null) : null
}

/** A driver who finishes a trip first is measured from where that trip ends. */
function metresToPickup(driver: DriverFacts, pickup: Point): number {
  const from = (driver.isBusy ? driver.finishing?.destination : null) ?? driver.point
  return from === null ? Number.POSITIVE_INFINITY : metresBetween(from, pickup)
}
