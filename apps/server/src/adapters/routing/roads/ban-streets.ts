import { BACKWARD, FORWARD, type RoadGraph } from './road-graph.ts'
import { indexOfId } from './sorted-ids.ts'
import type { TurnBan } from './turn-bans.ts'

export interface BanNet extends Pick<RoadGraph, 'from' | 'to' | 'open'> {
  /** The way that each edge is a piece of; pieces of one way are consecutive, in its order. */
  wayIds: Float64Array
  /** The node of each vertex, sorted. */
  vertexIds: Float64Array
}

/** The streets that turn restrictions name, looked up once for all of them. */
export class BanStreets {
  readonly #net: BanNet
  /** Edges of the ways that some restriction names. */
  readonly #edgesOf = new Map<number, number[]>()
  /** Arcs that begin at a vertex of some restriction, open or not. */
  readonly #arcsAt = new Map<number, number[]>()

  constructor(bans: readonly TurnBan[], net: BanNet) {
    this.#net = net
    for (const { via } of bans) {
      if ('node' in via) this.#arcsAt.set(this.vertexOf(via.node), [])
      else for (const way of via.ways) this.#edgesOf.set(way, [])
    }
    net.wayIds.forEach((way, edge) => {
      const edges = this.#edgesOf.get(way)
      if (!edges) return
      edges.push(edge)
      for (const arc of [2 * edge, 2 * edge + 1]) this.#arcsAt.set(this.startOf(arc), [])
    })
    net.wayIds.forEach((_, edge) => {
      for (const arc of [2 * edge, 2 * edge + 1]) this.#arcsAt.get(this.startOf(arc))?.push(arc)
    })
  }

  /** -1 where the node is no junction of the net. */
  vertexOf(node: number): number {
    return indexOfId(this.#net.vertexIds, node)
  }

  startOf(arc: number): number {
    return (arc & 1 ? this.#net.to[arc >> 1] : this.#net.from[arc >> 1]) ?? -1
  }

  endOf(arc: number): number {
    return this.startOf(arc ^ 1)
  }

  isOf(arc: number, way: number): boolean {
    return this.#net.wayIds[arc >> 1] === way
  }

  isOpen(arc: number): boolean {
    return ((this.#net.open[arc >> 1] ?? 0) & (arc & 1 ? BACKWARD : FORWARD)) !== 0
  }

  /** Open arcs that end at a vertex of some restriction. */
  coming(vertex: number): number[] {
    return (this.#arcsAt.get(vertex) ?? []).map((arc) => arc ^ 1).filter((arc) => this.isOpen(arc))
  }

  /** Open arcs that begin there. */
  leaving(vertex: number): number[] {
    return (this.#arcsAt.get(vertex) ?? []).filter((arc) => this.isOpen(arc))
  }

  /** The arcs of a way from its first point to its last, open or not. */
  alongWay(way: number): number[] {
    return (this.#edgesOf.get(way) ?? []).map((edge) => 2 * edge)
  }
}
