import type { Point } from '@dispecerat/domain/kernel/geo'
import { METRES_PER_DEGREE } from './exact-metres.ts'
import type { RoadNet } from './road-net.ts'

/** Prevents rounding from making the straight line longer than the road. */
const SURELY = 0.999

/** Lower bound of the driving time between a vertex and a point (A*): the straight line at the maximum speed. */
export class Guide {
  readonly #east: Float64Array
  readonly #north: Float64Array
  readonly #metresPerLong: number
  readonly #secondsPerMetre: number

  constructor(net: RoadNet) {
    const { shape, vertices } = net.graph
    const farthest = shape.reduce((max, degrees, i) => (i % 2 === 0 ? Math.max(max, Math.abs(degrees)) : max), 0)
    // Computed at the latitude where the meridians are closest together, so that elsewhere the line is only underestimated.
    this.#metresPerLong = METRES_PER_DEGREE * Math.cos((farthest / 1e7) * (Math.PI / 180))
    this.#secondsPerMetre = SURELY / net.maxMetresPerSecond
    this.#east = new Float64Array(vertices)
    this.#north = new Float64Array(vertices)
    for (let arc = 0; arc < net.isOpen.length; arc++) {
      const { lat, long } = net.startPointOf(arc)
      const vertex = net.startOf[arc] as number
      this.#east[vertex] = long * this.#metresPerLong
      this.#north[vertex] = lat * METRES_PER_DEGREE
    }
  }

  /** Seconds, by vertex. */
  towards({ lat, long }: Point): (vertex: number) => number {
    const east = long * this.#metresPerLong
    const north = lat * METRES_PER_DEGREE
    return (vertex) => {
      const dx = (this.#east[vertex] as number) - east
      const dy = (this.#north[vertex] as number) - north
      return Math.sqrt(dx * dx + dy * dy) * this.#secondsPerMetre
    }
  }
}
