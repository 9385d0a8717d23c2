/** A taxi's usual speed in town, door to door (27 km/h), where no router tells the time. */
const METRES_PER_SECOND = 7.5

/** How long a car needs for so many metres by road when nobody measured it. */
export function roadSecondsGuess(metres: number): number {
  return Math.round(metres / METRES_PER_SECOND)
}
