import type { Point } from '@dispecerat/domain/kernel/geo'
import type { DriverBehaviour } from './behaviour.ts'
import { metresPerSecond, moveOn, nextWaypoint } from './drive.ts'
import type { DriverModel } from './driver-model.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Half the side of the square in which the next goal lies: a few streets, or across the town. */
const WALK_DEGREES = 0.004
const ROUTE_DEGREES = 0.025

/** Next goal of an idle car. Cars with a home never get farther from it than a route. */
export function idleGoal({ roam }: DriverBehaviour, home: Point | null, at: Point, random: SeededRandom): Point {
  if (roam === 'city') return nextWaypoint(random)
  if (roam === 'stay') return at
  const reach = roam === 'walk' ? WALK_DEGREES : ROUTE_DEGREES
  const { lat, long } = home ?? at
  return { lat: lat + random.between(-reach, reach), long: long + random.between(-reach, reach) }
}

/** Idle cars roam, slowly except on a route, and stand where they arrive until there is a next goal. */
export function cruise(model: DriverModel, seconds: number, random: SeededRandom): DriverModel {
  const { behaviour, stand, home } = model
  const pace = stand !== null || behaviour.roam === 'route' ? 1 : 0.5
  const metres = seconds * metresPerSecond(model.kmPerHour) * pace
  const step = moveOn(model.at, model.cruiseTo, { metres, road: model.road })
  const isThere = step.metresLeft === 0
  return {
    ...model,
    at: step.at,
    heading: step.heading ?? model.heading,
    road: step.road,
    cruiseTo: isThere && stand === null ? idleGoal(behaviour, home, step.at, random) : model.cruiseTo,
  }
}
