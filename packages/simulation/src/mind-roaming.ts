import type { Point } from '@dispecerat/domain/geo'
import { metresPerSecond, moveOn, nextWaypoint } from './drive.ts'
import type { Mind } from './driver-mind.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Temper } from './temper.ts'

/** Half the side of the square a car goes for next: a few streets, or across the town. */
const WALK_DEGREES = 0.004
const ROUTE_DEGREES = 0.025

/** Where an idle car goes next. Cars with a home never get farther from it than a route. */
export function idleGoal({ roam }: Temper, home: Point | null, at: Point, random: SeededRandom): Point {
  if (roam === 'city') return nextWaypoint(random)
  if (roam === 'stay') return at
  const reach = roam === 'walk' ? WALK_DEGREES : ROUTE_DEGREES
  const { lat, long } = home ?? at
  return { lat: lat + random.between(-reach, reach), long: long + random.between(-reach, reach) }
}

/** Idle cars roam, slowly but on a route, and stand where they arrive until they know where to go. */
export function cruise(mind: Mind, seconds: number, random: SeededRandom): Mind {
  const { temper, stand, home } = mind
  const pace = stand !== null || temper.roam === 'route' ? 1 : 0.5
  const metres = seconds * metresPerSecond(mind.kmPerHour) * pace
  const step = moveOn(mind.at, mind.cruiseTo, { metres, road: mind.road })
  const isThere = step.metresLeft === 0
  return {
    ...mind,
    at: step.at,
    heading: step.heading ?? mind.heading,
    road: step.road,
    cruiseTo: isThere && stand === null ? idleGoal(temper, home, step.at, random) : mind.cruiseTo,
  }
}
