/** Usual speed of a taxi in town, door to door (27 km/h), for estimates without a router. */
const METRES_PER_SECOND = 7.5

/** Estimated driving time for a road distance without a router's answer. */
export function roadSecondsGuess(metres: number): number {
  return Math.round(metres / METRES_PER_SECOND)
}
