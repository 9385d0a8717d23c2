import type { Point } from '@dispecerat/domain/kernel/geo'

export interface RouteAnswer {
  metres: number
  /** Duration of the drive; absent when the provider does not return it. */
  seconds?: number
  /** True when it is estimated from the straight line. */
  estimated: boolean
}

export interface RouteLeg {
  metres: number
  seconds: number
  estimated: boolean
}

/** The route over some points; straight from point to point where it is estimated. */
export interface RouteLine extends RouteLeg {
  line: Point[]
  /** One for each pair of neighbours among the points. */
  legs: RouteLeg[]
}

/** Distances and routes by road. */
export interface Router {
  /** One result for each of `from`, in the same order. Throws when the provider cannot be reached. */
  metres(from: readonly Point[], to: Point): Promise<RouteAnswer[]>
  /** Over at least two points in their order. Throws when the provider cannot be reached. */
  route(points: readonly Point[]): Promise<RouteLine>
  /** False while there are no roads and every result would be an estimate; absent when it always has roads. */
  knowsRoads?(): boolean
}

/** Joins consecutive legs. */
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
