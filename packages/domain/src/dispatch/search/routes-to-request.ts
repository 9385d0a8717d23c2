import type { DriverId, StandId } from '../../kernel/ids.ts'
import { advanceWalk } from './advance-walk.ts'
import { openRounds } from './close-round.ts'
import { previewSteps } from './preview-steps.ts'
import { needsDriverRoutes } from './routes.ts'
import { mayWait } from './waiting/waiting-round.ts'
import { roundsBegun, type Scene, type Walk, type WalkStep } from './walk.ts'

/** A single router request: the road from each of these to the pickup, nearest first. */
export interface RoutesToRequest {
  drivers: readonly DriverId[]
  stands: readonly StandId[]
}

/**
 * Road distances `advanceWalk` would use at `now`: request them from the router, then pass the answers as `scene.routeMetres` and
 * `scene.standRouteMetres`. Both lists are empty for walks that use no roads now.
 */
export function routesToRequest(walk: Walk, scene: Scene, now: Date): RoutesToRequest {
  const offered = new Set(walk.round?.offers.map((offer) => offer.driverId))
  return routesUsed(stepsToEvaluate(walk), scene, offered, (seen) => void advanceWalk(walk, seen, now))
}

/** The same for `previewSteps`. */
export function routesToPreview(steps: readonly WalkStep[], scene: Scene, now: Date): RoutesToRequest {
  return routesUsed(steps, scene, new Set(), (seen) => void previewSteps(steps, seen, now))
}

function routesUsed(
  steps: readonly WalkStep[],
  scene: Scene,
  offered: ReadonlySet<DriverId>,
  evaluate: (scene: Scene) => void,
): RoutesToRequest {
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
    evaluate({ ...seen, routeMetres, standRouteMetres })
  }
  if (steps.some(needsRoutes)) {
    // Rehearses with all drivers near and with all far: the far case also reaches a step that begins at once.
    rehearse(0, scene)
    rehearse(Number.POSITIVE_INFINITY, scene)
  }
  if (stands.size > 0 && steps.some(ordersAStandByRoad))
    for (const standId of [...stands]) rehearse(0, onlyAt(standId, offered, scene))
  return { drivers: [...drivers], stands: [...stands] }
}

/** Steps that one invocation of `advanceWalk` can evaluate: the running one, the next, and pinned ones; while the order waits, all. */
function stepsToEvaluate(walk: Walk): WalkStep[] {
  const next = walk.steps[roundsBegun(walk)]
  if (next === undefined && mayWait(walk)) return [...walk.steps, ...openRounds(walk).map((round) => round.step)]
  const open = [...walk.pinned, ...(walk.round ? [walk.round] : [])].map((round) => round.step)
  return next === undefined ? open : [...open, next]
}

function needsRoutes(step: WalkStep): boolean {
  return step.searchType === 'by_near_stand_with_route' || needsDriverRoutes(step)
}

function ordersAStandByRoad(step: WalkStep): boolean {
  return step.searchType === 'by_near_stand_with_route' && needsDriverRoutes(step)
}

/** Any stand may be the nearest by road: the scene as if this one were, with its queue and the drivers with open offers. */
function onlyAt(standId: StandId, offered: ReadonlySet<DriverId>, scene: Scene): Scene {
  return {
    request: { ...scene.request, stands: scene.request.stands.filter((stand) => stand.standId === standId) },
    drivers: scene.drivers.filter((driver) => driver.standId === standId || offered.has(driver.driverId)),
  }
}
