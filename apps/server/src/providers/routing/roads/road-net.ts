import type { Point } from '@dispecerat/domain/geo'
import { BACKWARD, FORWARD, type RoadGraph, SHAPE_STEPS } from './road-graph.ts'

/** Turning round on the spot is possible and takes this long, also where the road ends. */
export const TURN_ROUND_SECONDS = 20

/** A graph with what a search needs beside it. Arcs are numbered as the graph says. */
export class RoadNet {
  readonly graph: RoadGraph
  /** Driving an edge, either way. */
  readonly seconds: Float32Array
  /** 1 where the arc may be driven. */
  readonly isOpen: Uint8Array
  /** Of each vertex: where the arcs that begin at it stand in `arcsFrom`, open or not. */
  readonly firstArc: Uint32Array
  readonly arcsFrom: Uint32Array
  /** The vertex each arc begins at. */
  readonly startOf: Uint32Array
  readonly mostMetresPerSecond: number
  readonly #isBanned: Uint8Array
  readonly #bans: Set<number>

  constructor(graph: RoadGraph) {
    this.graph = graph
    const { metres, kmPerHour, open } = graph
    this.seconds = metres.map((length, e) => (length * 3.6) / (kmPerHour[e] ?? 1))
    this.mostMetresPerSecond = kmPerHour.reduce((most, speed) => Math.max(most, speed), 1) / 3.6
    this.isOpen = new Uint8Array(metres.length * 2)
    open.forEach((ways, e) => {
      this.isOpen[2 * e] = ways & FORWARD ? 1 : 0
      this.isOpen[2 * e + 1] = ways & BACKWARD ? 1 : 0
    })
    this.startOf = new Uint32Array(metres.length * 2)
    graph.from.forEach((vertex, e) => {
      this.startOf[2 * e] = vertex
      this.startOf[2 * e + 1] = graph.to[e] ?? 0
    })
    const { firstArc, arcsFrom } = arcsByVertex(graph)
    this.firstArc = firstArc
    this.arcsFrom = arcsFrom
    this.#isBanned = new Uint8Array(metres.length * 2)
    this.#bans = new Set()
    for (let i = 0; i < graph.forbidden.length; i += 2) {
      const [arc = 0, next = 0] = graph.forbidden.subarray(i, i + 2)
      this.#isBanned[arc] = 1
      this.#bans.add(arc * this.isOpen.length + next)
    }
  }

  get arcs(): number {
    return this.isOpen.length
  }

  /** Whether `next` may follow `arc`. */
  mayTurn(arc: number, next: number): boolean {
    return this.#isBanned[arc] === 0 || !this.#bans.has(arc * this.isOpen.length + next)
  }

  /** Point `i` of all the edges' lines. */
  pointAt(i: number): Point {
    const { shape } = this.graph
    return { lat: (shape[2 * i] as number) / SHAPE_STEPS, long: (shape[2 * i + 1] as number) / SHAPE_STEPS }
  }

  /** Where an arc begins. */
  startPointOf(arc: number): Point {
    const { shapeStart } = this.graph
    return this.pointAt(arc & 1 ? (shapeStart[(arc >> 1) + 1] as number) - 1 : (shapeStart[arc >> 1] as number))
  }
}

function arcsByVertex({ vertices, from, to }: RoadGraph): { firstArc: Uint32Array; arcsFrom: Uint32Array } {
  const firstArc = new Uint32Array(vertices + 1)
  for (const ends of [from, to]) for (const vertex of ends) firstArc[vertex + 1] = (firstArc[vertex + 1] ?? 0) + 1
  for (let v = 0; v < vertices; v++) firstArc[v + 1] = (firstArc[v + 1] ?? 0) + (firstArc[v] ?? 0)
  const arcsFrom = new Uint32Array(from.length * 2)
  const next = firstArc.slice()
  const add = (vertex: number, arc: number) => {
    const at = next[vertex] ?? 0
    arcsFrom[at] = arc
    next[vertex] = at + 1
  }
  for (let e = 0; e < from.length; e++) {
    add(from[e] ?? 0, 2 * e)
    add(to[e] ?? 0, 2 * e + 1)
  }
  return { firstArc, arcsFrom }
}
