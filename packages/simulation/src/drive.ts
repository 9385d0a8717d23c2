import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import type { SeededRandom } from './seeded-random.ts'

export interface Step {
  at: Point
  /** Metres left to the goal; 0 = there. */
  metresLeft: number
  /** Metres of the step itself. */
  metres: number
}

/** Moves on the straight line towards the goal and stops there; at city scale a line in degrees is straight enough. */
export function moveTowards(from: Point, goal: Point, metres: number): Step {
  const whole = metresBetween(from, goal)
  if (whole <= metres) return { at: goal, metresLeft: 0, metres: whole }
  const share = Math.max(0, metres) / whole
  const at = { lat: from.lat + (goal.lat - from.lat) * share, long: from.long + (goal.long - from.long) * share }
  return { at, metresLeft: whole - Math.max(0, metres), metres: Math.max(0, metres) }
}

/** A route to a goal as returned by the router: the rest of it, the goal last. */
export interface Road {
  goal: Point
  ahead: readonly Point[]
}

export interface RoadStep extends Step {
  /** null for a step of no length. */
  heading: number | null
  /** Rest of the route that was taken. */
  road: Road | null
  isByRoad: boolean
}

/** Moves along the route when it leads to the goal, otherwise straight. */
export function moveOn(from: Point, goal: Point, { metres, road }: { metres: number; road: Road | null }): RoadStep {
  if (road === null || !isSamePlace(road.goal, goal))
    return { ...straight(from, goal, metres), road: null, isByRoad: false }
  let at = from
  let driven = 0
  let heading: number | null = null
  const ahead = [...road.ahead]
  for (let next = ahead[0]; next && driven < metres; next = ahead[0]) {
    const step = moveTowards(at, next, metres - driven)
    if (step.metres > 0) heading = headingTo(at, step.at)
    at = step.at
    driven += step.metres
    if (step.metresLeft > 0) break
    ahead.shift()
  }
  const metresLeft = ahead.reduce((left, point, i) => left + metresBetween(ahead[i - 1] ?? at, point), 0)
  return { at, heading, metres: driven, metresLeft, road: ahead.length > 0 ? { goal, ahead } : null, isByRoad: true }
}

function straight(from: Point, goal: Point, metres: number): Step & { heading: number | null } {
  const step = moveTowards(from, goal, metres)
  return { ...step, heading: step.metres > 0 ? headingTo(from, step.at) : null }
}

export function isSamePlace(a: Point, b: Point): boolean {
  return a.lat === b.lat && a.long === b.long
}

/** Compass degrees, 0 = north, 90 = east; 0 for a step of no length. */
export function headingTo(from: Point, to: Point): number {
  const east = (to.long - from.long) * Math.cos((from.lat * Math.PI) / 180)
  const north = to.lat - from.lat
  return (Math.round((Math.atan2(east, north) * 180) / Math.PI) + 360) % 360
}

export function metresPerSecond(kmPerHour: number): number {
  return kmPerHour / 3.6
}

/** Quarters and squares of Brasov between which idle cars roam. */
export const ROAMING_SPOTS: readonly Point[] = [
  { lat: 45.6608, long: 25.6135 },
  { lat: 45.6466, long: 25.5888 },
  { lat: 45.6423, long: 25.5892 },
  { lat: 45.6485, long: 25.6195 },
  { lat: 45.6735, long: 25.6172 },
  { lat: 45.642, long: 25.631 },
  { lat: 45.658, long: 25.611 },
  { lat: 45.663, long: 25.5752 },
  { lat: 45.667, long: 25.562 },
  { lat: 45.672, long: 25.602 },
  { lat: 45.6545, long: 25.585 },
  { lat: 45.6505, long: 25.605 },
  { lat: 45.6555, long: 25.626 },
  { lat: 45.635, long: 25.606 },
  { lat: 45.621, long: 25.637 },
  { lat: 45.637, long: 25.581 },
  { lat: 45.667, long: 25.64 },
  { lat: 45.7, long: 25.562 },
]

const SCATTER_DEGREES = 0.003

/** A random point around one of the spots: next target of an idle car. */
export function nextWaypoint(random: SeededRandom, spots: readonly Point[] = ROAMING_SPOTS): Point {
  const spot = random.pick(spots)
  return {
    lat: spot.lat + random.between(-SCATTER_DEGREES, SCATTER_DEGREES),
    long: spot.long + random.between(-SCATTER_DEGREES, SCATTER_DEGREES),
  }
}

/** Taximeter value in RON: 3.79 at the start and per kilometre, rounded up to half a leu, at least 10. */
export function meterRon(metres: number): number {
  return Math.max(10, Math.ceil((3.79 + (3.79 * metres) / 1000) * 2) / 2)
}
