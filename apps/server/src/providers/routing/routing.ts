import type { Point } from '@dispecerat/domain/geo'

export interface RouteAnswer {
  metres: number
  /** How long the drive takes; absent when the provider does not say. */
  seconds?: number
  /** true: guessed from the straight line, no road was looked at. */
  estimated: boolean
}

export interface RouteLeg {
  metres: number
  seconds: number
  estimated: boolean
}

/** The way over some points; straight from point to point where it is estimated. */
export interface RouteLine extends RouteLeg {
  line: Point[]
  /** One for each pair of neighbours among the points. */
  legs: RouteLeg[]
}

/** How far it is by road, and which way. */
export interface Router {
  /** One answer for each of `from`, in the same order. Throws when the provider cannot be reached. */
  metres(from: readonly Point[], to: Point): Promise<RouteAnswer[]>
  /** Over at least two points in their order. Throws when the provider cannot be reached. */
  route(points: readonly Point[]): Promise<RouteLine>
  /** False while there are no roads to look at and every answer would be a guess; absent = it has roads. */
  knowsRoads?(): boolean
}

/** Puts legs one behind another. */
export function joinLegs(legs: readonly (RouteLeg & { line: readonly Point[] })[]): RouteLine {
  const sum = (of: (leg: RouteLeg) => number) => legs.reduce((all, leg) => all + of(leg), 0)
  return {
    metres: sum(({ metres }) => metres),
    seconds: sum(({ seconds }) => seconds),
    estimated: legs.some(({ estimated }) => estimated),
    line: legs.flatMap(({ line }, i) => (i === 0 ? line : withoutRepeat(line, legs[i - 1]?.line.at(-1)))),
    legs: legs.map(({ metres, seconds, estimated }) => ({ metres, seconds, estimated })),
  }
}

function withoutRepeat(line: readonly Point[], before: Point | undefined): readonly Point[] {
  const [first] = line
  return first && before && first.lat === before.lat && first.long === before.long ? line.slice(1) : line
}
