import type { Point } from '@dispecerat/domain/kernel/geo'
import { RememberedTurns } from './remembered-turns.ts'
import { BACKWARD, FORWARD, type RoadGraph, SHAPE_STEPS } from './road-graph.ts'

/** U-turns are possible and take this long, also at the end of a road. */
export const TURN_ROUND_SECONDS = 20

/**
 * A graph with the data that a search needs in addition. Arcs are numbered as in the graph; the twins of some (see RememberedTurns)
 * come after them.
 */
export class RoadNet {
  readonly graph: RoadGraph
  /** Cost of driving an edge, in either direction; twins are edges too. */
  readonly seconds: Float32Array
  readonly metres: Float32Array
  /** 1 where the arc of the graph may be driven. */
  readonly isOpen: Uint8Array
  /** For each vertex, the position in `arcsInto` of the open arcs and the twins that end at it. */
  readonly firstInto: Uint32Array
  readonly arcsInto: Uint32Array
  /** The vertex at which each arc or twin begins. */
  readonly startOf: Uint32Array
  /** The street arc of each: itself, or the arc whose twin it is. */
  readonly streetOf: Uint32Array
  readonly maxMetresPerSecond: number
  readonly #streetArcs: number
  readonly #twinsOf = new Map<number, number[]>()
  /** 1 where some turn is not plain. */
  readonly #isMarked: Uint8Array
  readonly #turns = new Map<number, number | null>()

  constructor(graph: RoadGraph) {
    this.graph = graph
    const { metres, kmPerHour, open } = graph
    const remembered = new RememberedTurns(graph)
    const { twins: copies } = remembered
    const edges = metres.length + copies.length
    this.#streetArcs = metres.length * 2
    this.maxMetresPerSecond = kmPerHour.reduce((max, speed) => Math.max(max, speed), 1) / 3.6
    this.metres = new Float32Array(edges)
    this.seconds = new Float32Array(edges)
    this.streetOf = new Uint32Array(edges * 2).map((_, arc) => arc)
    for (const [i, arc] of copies.entries()) this.streetOf.set([arc & ~1, arc | 1], this.#streetArcs + 2 * i)
    this.startOf = this.streetOf.map((arc) => (arc & 1 ? graph.to[arc >> 1] : graph.from[arc >> 1]) ?? 0)
    for (let edge = 0; edge < edges; edge++) {
      const street = (this.streetOf[2 * edge] ?? 0) >> 1
      this.metres[edge] = metres[street] ?? 0
      this.seconds[edge] = ((metres[street] ?? 0) * 3.6) / (kmPerHour[street] ?? 1)
    }
    this.isOpen = new Uint8Array(this.#streetArcs).map((_, arc) =>
      (open[arc >> 1] ?? 0) & (arc & 1 ? BACKWARD : FORWARD) ? 1 : 0,
    )
    const copyArcs = copies.map((arc, i) => this.#streetArcs + 2 * i + (arc & 1))
    const { firstInto, arcsInto } = arcsIntoVertices(this, copyArcs)
    this.firstInto = firstInto
    this.arcsInto = arcsInto
    this.#isMarked = new Uint8Array(edges * 2)
    for (const copy of copyArcs) {
      const arc = this.streetOf[copy] ?? 0
      this.#twinsOf.set(arc, [...this.twinsOf(arc), copy])
    }
    for (const [from, next, into] of remembered.turns()) {
      this.#isMarked[from] = 1
      this.#turns.set(from * this.#streetArcs + next, into)
    }
  }

  /** Number of arcs of the graph and their twins, unused numbers of twins included. */
  get arcs(): number {
    return this.streetOf.length
  }

  /** The twins of an arc of the graph. */
  twinsOf(arc: number): readonly number[] {
    return this.#twinsOf.get(arc) ?? []
  }

  /** True when `next` may follow `arc`; each may be a twin. */
  mayTurn(arc: number, next: number): boolean {
    if (this.#isMarked[arc] === 0) return next < this.#streetArcs
    const into = this.#turns.get(arc * this.#streetArcs + (this.streetOf[next] as number))
    return into === undefined ? next < this.#streetArcs : into === next
  }

  /** Point `i` of all the edges' lines. */
  pointAt(i: number): Point {
    const { shape } = this.graph
    return { lat: (shape[2 * i] as number) / SHAPE_STEPS, long: (shape[2 * i + 1] as number) / SHAPE_STEPS }
  }

  /** The point at which an arc of the graph begins. */
  startPointOf(arc: number): Point {
    const { shapeStart } = this.graph
    return this.pointAt(arc & 1 ? (shapeStart[(arc >> 1) + 1] as number) - 1 : (shapeStart[arc >> 1] as number))
  }
}

function arcsIntoVertices(
  { graph, isOpen, startOf }: Pick<RoadNet, 'graph' | 'isOpen' | 'startOf'>,
  copies: readonly number[],
): { firstInto: Uint32Array; arcsInto: Uint32Array } {
  const endOf = (arc: number) => startOf[arc ^ 1] ?? 0
  const firstInto = new Uint32Array(graph.vertices + 1)
  const each = (take: (vertex: number, arc: number) => void) => {
    for (let arc = 0; arc < isOpen.length; arc++) if (isOpen[arc] === 1) take(endOf(arc), arc)
    for (const copy of copies) take(endOf(copy), copy)
  }
  each((vertex) => {
    firstInto[vertex + 1] = (firstInto[vertex + 1] ?? 0) + 1
  })
  for (let v = 0; v < graph.vertices; v++) firstInto[v + 1] = (firstInto[v + 1] ?? 0) + (firstInto[v] ?? 0)
  const arcsInto = new Uint32Array(firstInto[graph.vertices] ?? 0)
  const next = firstInto.slice()
  each((vertex, arc) => {
    const at = next[vertex] ?? 0
    arcsInto[at] = arc
    next[vertex] = at + 1
  })
  return { firstInto, arcsInto }
}
