import { roadMetresGuess } from '../../kernel/geo.ts'
import type { Candidate, PassOver } from './candidates.ts'
import type { Round, Scene, WalkStep } from './walk.ts'

/** Maximum number of drivers per round for whom routes are requested; the rest keep the estimate. */
const MAX_ROUTED = 50

/** True when this step searches or orders drivers by road. */
export function needsDriverRoutes(step: WalkStep): boolean {
  return step.searchType === 'by_route' || step.searchOrderBy === 'by_route_distance'
}

/** Adds the road distance to every candidate and, for `by_route`, drops those too far by road or not routed. */
export function withRoutes(fit: Candidate[], round: Round, scene: Scene, passOver: PassOver): Candidate[] {
  if (!needsDriverRoutes(round.step)) return fit
  const { near, rest } = worthRouting(fit, round)
  const routed = near.map((c) => withRoad(c, scene.routeMetres?.(c.driver.driverId) ?? null))
  if (round.step.searchType !== 'by_route') return [...routed, ...rest.map((c) => withRoad(c, null))]

  for (const c of rest) passOver.because(c.driver.driverId, 'lower_rank')
  return routed.filter(({ driver, routeMetres, isRouteGuess }) => {
    const isNear = routeMetres <= round.step.searchLimit
    if (!isNear) passOver.beyondLimit(driver.driverId, routeMetres, isRouteGuess)
    return isNear
  })
}

/** Without an answer of the router, null, the road is estimated. */
function withRoad(candidate: Candidate, metres: number | null) {
  const routeMetres = metres ?? roadMetresGuess(candidate.metres)
  return { ...candidate, routeMetres, isRouteGuess: metres === null }
}

/** Splits by straight line into the nearest, for whom routes are requested, and the rest. */
function worthRouting(fit: readonly Candidate[], round: Round): { near: Candidate[]; rest: Candidate[] } {
  const nearestFirst = [...fit].sort((a, b) => a.metres - b.metres || a.driver.driverId - b.driver.driverId)
  const capacity = Math.max(0, MAX_ROUTED - round.offers.length)
  return { near: nearestFirst.slice(0, capacity), rest: nearestFirst.slice(capacity) }
}
