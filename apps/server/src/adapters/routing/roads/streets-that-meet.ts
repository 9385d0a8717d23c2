import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import type { RoadWay } from './road-graph-builder.ts'

/** A street as drawn by hand: its line shares no points with those it crosses. */
export interface DrawnStreet {
  kind: string
  line: readonly Point[]
}

/** A street that ends this near to another one is connected to it. */
const MAX_JOIN_METRES = 250

/**
 * Ways for the road graph from streets drawn by hand: they meet where their lines cross and where one ends beside another;
 * remaining parts are connected to their nearest neighbour, so that every street can be reached.
 */
export function streetsThatMeet(streets: readonly DrawnStreet[]): RoadWay[] {
  const net = new DrawnNet(streets)
  net.cross()
  net.tieEnds()
  while (net.tieNearestParts()) {
    // Every step connects two parts.
  }
  return net.ways()
}

interface Vertex {
  id: number
  point: Point
}

class DrawnNet {
  readonly #kinds: string[]
  readonly #lines: Vertex[][]
  readonly #ties: [Vertex, Vertex][] = []
  readonly #ids = new Map<string, Vertex>()

  constructor(streets: readonly DrawnStreet[]) {
    this.#kinds = streets.map(({ kind }) => kind)
    this.#lines = streets.map(({ line }) => line.map((point) => this.#vertexAt(point)))
  }

  /** Adds every crossing as a point of both lines. */
  cross(): void {
    this.#lines.forEach((line, i) => {
      for (const other of this.#lines.slice(i + 1)) this.#crossLines(line, other)
    })
  }

  tieEnds(): void {
    for (const line of this.#lines) {
      for (const end of [line[0], line.at(-1)]) {
        if (!end || this.#isShared(end, line)) continue
        const near = this.#nearestOn(end, (other) => other !== line)
        if (near && near.metres <= MAX_JOIN_METRES) this.#tie(end, near)
      }
    }
  }

  /** False when everything is connected. */
  tieNearestParts(): boolean {
    const partOf = this.#parts()
    const first = partOf(this.#lines[0]?.[0])
    let best: { from: Vertex; near: Near } | null = null
    for (const from of this.#lines.flat().filter((vertex) => partOf(vertex) !== first)) {
      const near = this.#nearestOn(from, (line) => partOf(line[0]) === first)
      if (near && (best === null || near.metres < best.near.metres)) best = { from, near }
    }
    if (best === null) return false
    this.#tie(best.from, best.near)
    return true
  }

  ways(): RoadWay[] {
    const drawn = this.#lines.map((line, i) => ({ line, kind: this.#kinds[i] ?? 'road' }))
    const tied = this.#ties.map((line) => ({ line, kind: 'unclassified' }))
    return [...drawn, ...tied].map(({ line, kind }, id) => {
      const refs = line.map((vertex) => vertex.id)
      return { id, tags: { highway: kind }, refs, pointRefs: refs, points: line.map(({ point }) => point) }
    })
  }

  #vertexAt(point: Point): Vertex {
    const key = `${point.lat.toFixed(6)} ${point.long.toFixed(6)}`
    const known = this.#ids.get(key) ?? { id: this.#ids.size, point }
    this.#ids.set(key, known)
    return known
  }

  #crossLines(line: Vertex[], other: Vertex[]): void {
    for (let i = 0; i + 1 < line.length; i++) {
      for (let k = 0; k + 1 < other.length; k++) {
        const at = crossing([line[i], line[i + 1]], [other[k], other[k + 1]])
        if (!at) continue
        const vertex = this.#vertexAt(at)
        putBetween(line, i, vertex)
        putBetween(other, k, vertex)
      }
    }
  }

  #isShared(vertex: Vertex, own: Vertex[]): boolean {
    return this.#lines.some((line) => line !== own && line.includes(vertex))
  }

  #nearestOn(vertex: Vertex, isAllowed: (line: Vertex[]) => boolean): Near | null {
    let best: Near | null = null
    for (const line of this.#lines.filter(isAllowed)) {
      for (let i = 0; i + 1 < line.length; i++) {
        const at = nearestBetween(vertex.point, line[i], line[i + 1])
        const metres = metresBetween(vertex.point, at)
        if (best === null || metres < best.metres) best = { line, i, at, metres }
      }
    }
    return best
  }

  #tie(from: Vertex, { line, i, at }: Near): void {
    const vertex = this.#vertexAt(at)
    putBetween(line, i, vertex)
    if (vertex !== from) this.#ties.push([from, vertex])
  }

  /** Returns the part of a vertex. */
  #parts(): (vertex: Vertex | undefined) => number {
    const above = new Map<number, number>()
    const root = (id: number): number => {
      const up = above.get(id) ?? id
      return up === id ? id : root(up)
    }
    for (const line of [...this.#lines, ...this.#ties]) {
      for (const { id } of line.slice(1)) above.set(root(id), root(line[0]?.id ?? id))
    }
    return (vertex) => root(vertex?.id ?? -1)
  }
}

interface Near {
  line: Vertex[]
  i: number
  at: Point
  metres: number
}

/** Inserts after point `i` of the line, unless it is there already. */
function putBetween(line: Vertex[], i: number, vertex: Vertex): void {
  if (line[i] !== vertex && line[i + 1] !== vertex) line.splice(i + 1, 0, vertex)
}

type Piece = [Vertex | undefined, Vertex | undefined]

/** The crossing of two pieces; a line in degrees is straight enough. */
function crossing([a, b]: Piece, [c, d]: Piece): Point | null {
  if (!a || !b || !c || !d) return null
  const ab = { x: b.point.long - a.point.long, y: b.point.lat - a.point.lat }
  const cd = { x: d.point.long - c.point.long, y: d.point.lat - c.point.lat }
  const ac = { x: c.point.long - a.point.long, y: c.point.lat - a.point.lat }
  const turn = ab.x * cd.y - ab.y * cd.x
  if (turn === 0) return null
  const onFirst = (ac.x * cd.y - ac.y * cd.x) / turn
  const onSecond = (ac.x * ab.y - ac.y * ab.x) / turn
  if (onFirst < 0 || onFirst > 1 || onSecond < 0 || onSecond > 1) return null
  return { lat: a.point.lat + ab.y * onFirst, long: a.point.long + ab.x * onFirst }
}

function nearestBetween(point: Point, a: Vertex | undefined, b: Vertex | undefined): Point {
  if (!a || !b) return point
  const shrink = Math.cos((point.lat * Math.PI) / 180)
  const dx = (b.point.long - a.point.long) * shrink
  const dy = b.point.lat - a.point.lat
  const length = dx * dx + dy * dy
  const along = (point.long - a.point.long) * shrink * dx + (point.lat - a.point.lat) * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, along / length))
  return {
    lat: a.point.lat + (b.point.lat - a.point.lat) * share,
    long: a.point.long + (b.point.long - a.point.long) * share,
  }
}
