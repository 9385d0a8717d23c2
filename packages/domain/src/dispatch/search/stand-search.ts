import { metresBetween, roadMetresGuess } from '../../kernel/geo.ts'
import type { StandId } from '../../kernel/ids.ts'
import type { SearchType } from '../search-rules.ts'
import type { Scene, StandFacts, WalkStep, WalkStepType } from './walk.ts'

/** Maximum number of stands for which routes are requested; the others are farther by straight line. */
const MAX_STANDS_ROUTED = 50

const STAND_TYPES: readonly WalkStepType[] = [
  'by_near_stand',
  'by_near_stand_with_route',
  'by_near_stand_and_polygon',
] satisfies readonly SearchType[]

/** True when the step searches drivers in the queue of a stand, which then ranks them. */
export function usesStands(step: Pick<WalkStep, 'searchType'>): boolean {
  return STAND_TYPES.includes(step.searchType)
}

/** The stand a step uses, and its distance from the pickup by the step's measure. */
export interface ChosenStand {
  standId: StandId
  metres: number
  /** A road estimated from the straight line. */
  isGuess: boolean
}

/**
 * The nearest stand within the step's limit among those in `served`, where a driver can get the order; the nearest of all when none can. At
 * the same distance the lower id. Null when none fits.
 */
export function chooseStand(step: WalkStep, scene: Scene, served: ReadonlySet<StandId>): ChosenStand | null {
  const near = standsNearestFirst(step, scene)
  return near.find(({ standId }) => served.has(standId)) ?? near[0] ?? null
}

/** Stands within the limit by the step's measure. */
function standsNearestFirst(step: WalkStep, scene: Scene): ChosenStand[] {
  const near = standsWithin(step, scene)
  if (step.searchType !== 'by_near_stand_with_route') return near
  const byRoad = near
    .slice(0, MAX_STANDS_ROUTED)
    .map(({ standId, metres }) => {
      const road = scene.standRouteMetres?.(standId) ?? null
      return { standId, metres: road ?? roadMetresGuess(metres), isGuess: road === null }
    })
    .filter(({ metres }) => metres <= step.searchLimit)
  return byRoad.sort(nearestFirst)
}

/** Stands the step may choose from by straight line, nearest first. The road is never shorter. */
function standsWithin(step: WalkStep, { request }: Scene): ChosenStand[] {
  const mayBe = (stand: StandFacts) =>
    step.searchType !== 'by_near_stand_and_polygon' ||
    (request.pickupZoneId !== null && stand.zoneId === request.pickupZoneId)
  return request.stands
    .filter(mayBe)
    .map(({ standId, point }) => ({ standId, metres: metresBetween(point, request.pickup), isGuess: false }))
    .filter(({ metres }) => metres <= step.searchLimit)
    .sort(nearestFirst)
}

function nearestFirst(a: ChosenStand, b: ChosenStand): number {
  return a.metres - b.metres || a.standId - b.standId
}
