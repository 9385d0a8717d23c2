import { metresBetween, roadMetresGuess } from '../geo.ts'
import type { StandId } from '../ids.ts'
import type { SearchType } from '../search-rules.ts'
import type { Scene, StandFacts, WalkStep, WalkStepType } from './walk.ts'

/** Only this many stands are worth a question to the router; the rest are farther by straight line. */
const MAX_STANDS_ROUTED = 50

const STAND_TYPES: readonly WalkStepType[] = [
  'by_near_stand',
  'by_near_stand_with_route',
  'by_near_stand_and_polygon',
] satisfies readonly SearchType[]

/** Does the step look for drivers in the queue of a stand? Then the queue ranks them. */
export function looksAtStands(step: Pick<WalkStep, 'searchType'>): boolean {
  return STAND_TYPES.includes(step.searchType)
}

/** The stand a step sends the order to, and how far it is from the pickup by what the step measures. */
export interface ChosenStand {
  standId: StandId
  metres: number
}

/** The nearest stand within the step's limit; at the same distance the lower id. Null when none fits. */
export function chooseStand(step: WalkStep, scene: Scene): ChosenStand | null {
  if (!looksAtStands(step)) return null
  const near = standsWithin(step, scene)
  if (step.searchType !== 'by_near_stand_with_route') return near[0] ?? null
  const byRoad = near
    .slice(0, MAX_STANDS_ROUTED)
    .map(({ standId, metres }) => ({
      standId,
      metres: scene.standRouteMetres?.(standId) ?? roadMetresGuess(metres),
    }))
    .filter(({ metres }) => metres <= step.searchLimit)
  return byRoad.sort(nearestFirst)[0] ?? null
}

/** The stands the step may choose from by straight line, nearest first. The road is never shorter. */
function standsWithin(step: WalkStep, { ask }: Scene): ChosenStand[] {
  const mayBe = (stand: StandFacts) =>
    step.searchType !== 'by_near_stand_and_polygon' || (ask.pickupZoneId !== null && stand.zoneId === ask.pickupZoneId)
  return ask.stands
    .filter(mayBe)
    .map(({ standId, point }) => ({ standId, metres: metresBetween(point, ask.pickup) }))
    .filter(({ metres }) => metres <= step.searchLimit)
    .sort(nearestFirst)
}

function nearestFirst(a: ChosenStand, b: ChosenStand): number {
  return a.metres - b.metres || a.standId - b.standId
}
