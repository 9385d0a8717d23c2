import { metresBetween, type Point, roadMetresGuess } from '../geo.ts'
import type { DriverId } from '../ids.ts'
import type { PassReason } from '../search-rules.ts'
import { type Looking, whyNotEligible } from './eligibility.ts'
import type { DriverFacts, Round, Scene, WalkStep, WalkStepType } from './walk.ts'

/** Only this many are worth a question to the router per round; the rest keep the guess (GAP-19 §19.1). */
const MOST_ROUTED = 50

/** A driver the step may ask. */
export interface Candidate {
  driver: DriverFacts
  metres: number
  routeMetres: number | null
}

/** Why a driver who could be asked is not a candidate of this type of search; null = is one. */
type CandidateRule = (candidate: Candidate, looking: Looking) => PassReason | null

const CANDIDATES_BY_TYPE: Record<WalkStepType, CandidateRule> = {
  custom: ({ driver }, { named }) => (named.has(driver.driverId) ? null : 'not_named'),
  by_zone: ({ driver }, { ask }) => {
    if (ask.pickupZoneId === null) return 'no_zone'
    return driver.zoneId === ask.pickupZoneId ? null : 'other_zone'
  },
  by_radius: ({ metres }, { step }) => (metres <= step.searchLimit ? null : 'beyond_limit'),
  // The road is never shorter than the straight line, so the far ones need no router.
  by_route: ({ metres }, { step }) => (metres <= step.searchLimit ? null : 'beyond_limit'),
}

/** Receives each driver who is not asked, with the one reason. */
type PassOver = (driverId: DriverId, because: PassReason) => void

/** The drivers this step may still ask, unordered; the others go to `passOver`. Offered ones are in neither. */
export function fitDrivers(round: Round, scene: Scene, looking: Looking, passOver: PassOver): Candidate[] {
  const offered = new Set(round.offers.map((offer) => offer.driverId))
  const isOneOfThem = CANDIDATES_BY_TYPE[round.step.searchType]
  const fit: Candidate[] = []
  for (const driver of scene.drivers) {
    if (offered.has(driver.driverId)) continue
    const whyNot = whyNotEligible(driver, looking)
    if (whyNot !== null) {
      passOver(driver.driverId, whyNot)
      continue
    }
    const candidate = { driver, metres: metresToPickup(driver, scene.ask.pickup), routeMetres: null }
    const because = isOneOfThem(candidate, looking)
    if (because === null) fit.push(candidate)
    else passOver(driver.driverId, because)
  }
  return fit
}

/** A driver who finishes a trip first is measured from where that trip ends (GAP-19 §19.4). */
function metresToPickup(driver: DriverFacts, pickup: Point): number {
  const from = (driver.isBusy ? driver.finishing?.destination : null) ?? driver.point
  return from === null ? Number.POSITIVE_INFINITY : metresBetween(from, pickup)
}

/** Does this step search or order by the road? */
export function needsRoutes(step: WalkStep): boolean {
  return step.searchType === 'by_route' || step.searchOrderBy === 'by_route_distance'
}

/** Splits by straight line: the nearest, whom the router is asked about, and the rest. */
function worthRouting(fit: readonly Candidate[], round: Round): { near: Candidate[]; rest: Candidate[] } {
  const nearestFirst = [...fit].sort((a, b) => a.metres - b.metres || a.driver.driverId - b.driver.driverId)
  const room = Math.max(0, MOST_ROUTED - round.offers.length)
  return { near: nearestFirst.slice(0, room), rest: nearestFirst.slice(room) }
}

/** Gives every candidate its road distance and, for `by_route`, drops those too far by road or never routed. */
export function withRoutes(fit: Candidate[], round: Round, scene: Scene, passOver: PassOver): Candidate[] {
  if (!needsRoutes(round.step)) return fit
  const { near, rest } = worthRouting(fit, round)
  const routed = near.map((c) => ({ ...c, routeMetres: scene.routeMetres?.(c.driver.driverId) ?? guess(c) }))
  if (round.step.searchType !== 'by_route') return [...routed, ...rest.map((c) => ({ ...c, routeMetres: guess(c) }))]

  for (const c of rest) passOver(c.driver.driverId, 'lower_rank')
  return routed.filter((c) => {
    const isNear = c.routeMetres <= round.step.searchLimit
    if (!isNear) passOver(c.driver.driverId, 'beyond_limit')
    return isNear
  })
}

function guess(candidate: Candidate): number {
  return roadMetresGuess(candidate.metres)
}
