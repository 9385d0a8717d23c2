import type { Point } from '@dispecerat/domain/kernel/geo'
import type { RoadGraph } from './road-graph.ts'
import { RoadNet } from './road-net.ts'
import { type Limits, type Reach, RoadSearch } from './road-search.ts'
import { RoadFinder, type Spot } from './snap.ts'

/** Metres and whole seconds by road. */
export interface Drive {
  metres: number
  seconds: number
}

/** Assumes a slow car all the way on a road twice as long as the line; a search beyond this is given up. */
const SECONDS_PER_STRAIGHT_METRE = 0.5
const SECONDS_BESIDES = 900
const MAX_ARCS = 2_000_000

/** Answers queries on one road graph. */
export class RoadAtlas {
  readonly #net: RoadNet
  readonly #finder: RoadFinder
  readonly #search: RoadSearch

  constructor(graph: RoadGraph) {
    this.#net = new RoadNet(graph)
    this.#finder = new RoadFinder(this.#net)
    this.#search = new RoadSearch(this.#net)
  }

  /** From each point to one; null for a point beside no road, and where there is no route. */
  toOne(from: readonly Point[], to: Point): (Drive | null)[] {
    const target = this.#finder.find(to)
    if (!target) return from.map(() => null)
    const spots = from.map((point) => this.#finder.find(point))
    const known = spots.flatMap((spot, i) => (spot ? [{ spot, i }] : []))
    const limits = limitsOf(from, to)
    const reached = this.#search.toOne(
      target,
      known.map(({ spot }) => spot),
      limits,
    )
    const drives: (Drive | null)[] = from.map(() => null)
    known.forEach(({ i }, k) => {
      const reach = reached[k]
      if (reach) drives[i] = rounded(reach)
    })
    return drives
  }

  /** The route from point to point along the streets; null when one is beside no road or there is no route. */
  way(from: Point, to: Point): (Drive & { line: Point[] }) | null {
    const [start, target] = [this.#finder.find(from), this.#finder.find(to)]
    if (!start || !target) return null
    const found = this.#search.way(start, target, limitsOf([from], to))
    if (!found) return null
    return { ...rounded(found.reach), line: lineOfDrive(this.#net, [start, target], found.reach, found.ahead) }
  }
}

function rounded({ metres, seconds }: Drive): Drive {
  return { metres: Math.round(metres), seconds: Math.round(seconds) }
}

/** Approximate distances are enough for these limits. */
function limitsOf(from: readonly Point[], to: Point): Limits {
  const degrees = from.reduce(
    (max, { lat, long }) => Math.max(max, Math.abs(lat - to.lat) + Math.abs(long - to.long)),
    0,
  )
  return { seconds: SECONDS_BESIDES + degrees * 111_195 * SECONDS_PER_STRAIGHT_METRE, arcs: MAX_ARCS }
}

/** The points of a drive, from spot to spot along the streets. */
function lineOfDrive(net: RoadNet, [from, to]: [Spot, Spot], reach: Reach, ahead: readonly number[]): Point[] {
  const { graph } = net
  const line: Point[] = [from.point]
  const walk = (arc: number, first: number, last: number) => {
    const step = arc & 1 ? -1 : 1
    for (let i = first; step * (last - i) >= 0; i += step) line.push(net.pointAt(i))
  }
  /** Index of the point at the start or the end of an arc. */
  const edgeEnd = (arc: number, isEnd: boolean) => {
    const edge = arc >> 1
    return isEnd === ((arc & 1) === 0) ? (graph.shapeStart[edge + 1] ?? 1) - 1 : (graph.shapeStart[edge] ?? 0)
  }
  const behind = (arc: number, spot: Spot) => (arc & 1 ? spot.after + 1 : spot.after)
  const beyond = (arc: number, spot: Spot) => (arc & 1 ? spot.after : spot.after + 1)
  if (reach.isDirect) walk(reach.arc, beyond(reach.arc, from), behind(reach.arc, to))
  else walk(reach.arc, beyond(reach.arc, from), edgeEnd(reach.arc, true))
  ahead.forEach((arc, i) => {
    const isLast = i === ahead.length - 1
    walk(arc, edgeEnd(arc, false), isLast ? behind(arc, to) : edgeEnd(arc, true))
  })
  line.push(to.point)
  return line.filter((point, i) => i === 0 || !isSame(point, line[i - 1]))
}

function isSame(a: Point, b: Point | undefined): boolean {
  return b !== undefined && a.lat === b.lat && a.long === b.long
}
