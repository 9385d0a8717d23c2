import type { DriverId, StandId } from '../ids.ts'
import { advanceWalk } from './advance-walk.ts'
import { needsDriverRoutes } from './routes.ts'
import { roundsBegun, type Scene, type Walk, type WalkStep } from './walk.ts'

/** What to ask the router, in one question: the road from each of these to the pickup. Nearest first. */
export interface RoutesToRequest {
  drivers: readonly DriverId[]
  stands: readonly StandId[]
}

/**
 * The road distances `advanceWalk` would want at `now`: ask the router, then pass its answers as `scene.routeMetres` and
 * `scene.standRouteMetres`. Both lists are empty for walks that do not look at roads now.
 */
export function routesToRequest(walk: Walk, scene: Scene, now: Date): RoutesToRequest {
  const steps = stepsThatMayLook(walk)
  const drivers = new Set<DriverId>()
  const stands = new Set<StandId>()
  const rehearse = (metres: number, seen: Scene) => {
    const routeMetres = (driverId: DriverId) => {
      drivers.add(driverId)
      return metres
    }
    const standRouteMetres = (standId: StandId) => {
      stands.add(standId)
      return metres
    }
    advanceWalk(walk, { ...seen, routeMetres, standRouteMetres }, now)
  }
  if (steps.some(needsRoutes)) {
    // Everybody near and everybody far: the far rehearsal also reaches a step that begins at once.
    rehearse(0, scene)
    rehearse(Number.POSITIVE_INFINITY, scene)
  }
  if (stands.size > 0 && steps.some(ordersAStandByRoad))
    for (const standId of [...stands]) rehearse(0, onlyAt(standId, walk, scene))
  return { drivers: [...drivers], stands: [...stands] }
}

/** The steps one call of `advanceWalk` can look at: the running one, the next, and what is pinned. */
function stepsThatMayLook(walk: Walk): WalkStep[] {
  const next = walk.steps[roundsBegun(walk)]
  const open = [...walk.pinned, ...(walk.round ? [walk.round] : [])].map((round) => round.step)
  return next === undefined ? open : [...open, next]
}

function needsRoutes(step: WalkStep): boolean {
  return step.searchType === 'by_near_stand_with_route' || needsDriverRoutes(step)
}

function ordersAStandByRoad(step: WalkStep): boolean {
  return step.searchType === 'by_near_stand_with_route' && needsDriverRoutes(step)
}

/** Any stand may turn out the nearest by road: the scene as if this one did, with its queue and whoever is asked now. */
function onlyAt(standId: StandId, walk: Walk, scene: Scene): Scene {
  const asked = new Set(walk.round?.offers.map((offer) => offer.driverId))
  return {
    ask: { ...scene.ask, stands: scene.ask.stands.filter((stand) => stand.standId === standId) },
    drivers: scene.drivers.filter((driver) => driver.standId === standId || asked.has(driver.driverId)),
  }
}
