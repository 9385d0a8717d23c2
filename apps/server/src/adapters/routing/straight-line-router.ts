import { roadSecondsGuess } from '@dispecerat/domain/geography/road'
import { metresBetween, type Point, roadMetresGuess } from '@dispecerat/domain/kernel/geo'
import { joinLegs, type RouteLeg, type Router } from './routing.ts'

/** The default without any road network: the straight line times 1.3. */
export const straightLineRouter: Router = {
  async metres(from, to) {
    return from.map((point) => ({ metres: roadMetresGuess(metresBetween(point, to)), estimated: true }))
  },
  async route(points) {
    return joinLegs(points.slice(1).map((to, i) => straightLeg(points[i] ?? to, to)))
  },
  knowsRoads: () => false,
}

/** A leg without a known road. */
export function straightLeg(from: Point, to: Point): RouteLeg & { line: Point[] } {
  const metres = roadMetresGuess(metresBetween(from, to))
  const line = [from, to].map(({ lat, long }) => ({ lat, long }))
  return { metres, seconds: roadSecondsGuess(metres), estimated: true, line }
}
