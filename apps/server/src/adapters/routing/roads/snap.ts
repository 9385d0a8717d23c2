import type { Point } from '@dispecerat/domain/kernel/geo'
import Flatbush from 'flatbush'
import { exactMetres, METRES_PER_DEGREE } from './exact-metres.ts'
import type { RoadNet } from './road-net.ts'

/** A place on a road. */
export interface Spot {
  edge: number
  /** 0…1 of the edge's length from its first point. */
  share: number
  /** Index, among all the lines' points, of the one before the spot. */
  after: number
  point: Point
}

/** A point farther than this from every road is beside no road. */
export const OFF_ROAD_METRES = 500
/** Growing sizes of the search box, since most cars are on a street. */
const REACHES = [30, 120, OFF_ROAD_METRES]

/** Finds the nearest road to a point, exactly. */
export class RoadFinder {
  readonly #net: RoadNet
  readonly #boxes: Flatbush | null
  /** The edge of each piece between two points of a line. */
  readonly #edgeOf: Uint32Array

  constructor(net: RoadNet) {
    this.#net = net
    const { shapeStart, metres } = net.graph
    const pieces = (shapeStart[metres.length] ?? 0) - metres.length
    this.#edgeOf = new Uint32Array(pieces)
    this.#boxes = pieces > 0 ? new Flatbush(pieces, 16, Float32Array) : null
    let piece = 0
    for (let edge = 0; edge < metres.length; edge++) {
      for (let i = shapeStart[edge] ?? 0; i < (shapeStart[edge + 1] ?? 0) - 1; i++) {
        const a = net.pointAt(i)
        const b = net.pointAt(i + 1)
        this.#edgeOf[piece++] = edge
        this.#boxes?.add(
          Math.min(a.long, b.long),
          Math.min(a.lat, b.lat),
          Math.max(a.long, b.long),
          Math.max(a.lat, b.lat),
        )
      }
    }
    this.#boxes?.finish()
  }

  /** Null without a road within 500 m. */
  find(point: Point): Spot | null {
    const metresPerLong = METRES_PER_DEGREE * Math.cos((point.lat * Math.PI) / 180)
    for (const reach of REACHES) {
      const dLat = reach / METRES_PER_DEGREE
      const dLong = reach / Math.max(1, metresPerLong)
      const pieces = this.#boxes?.search(point.long - dLong, point.lat - dLat, point.long + dLong, point.lat + dLat)
      let best = reach
      let found: { piece: number; share: number } | null = null
      for (const piece of pieces ?? []) {
        const { metres, share } = this.#nearestOn(piece, point, metresPerLong)
        if (metres > best) continue
        best = metres
        found = { piece, share }
      }
      if (found) return this.#spot(found)
    }
    return null
  }

  #ends(piece: number): { i: number; edge: number; a: Point; b: Point } {
    const edge = this.#edgeOf[piece] ?? 0
    // Each edge before it has one point more than it has pieces.
    const i = piece + edge
    return { i, edge, a: this.#net.pointAt(i), b: this.#net.pointAt(i + 1) }
  }

  #nearestOn(piece: number, point: Point, metresPerLong: number): { metres: number; share: number } {
    const { a, b } = this.#ends(piece)
    const x = (point.long - a.long) * metresPerLong
    const y = (point.lat - a.lat) * METRES_PER_DEGREE
    const dx = (b.long - a.long) * metresPerLong
    const dy = (b.lat - a.lat) * METRES_PER_DEGREE
    const length = dx * dx + dy * dy
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length))
    return { share, metres: Math.hypot(x - share * dx, y - share * dy) }
  }

  #spot({ piece, share }: { piece: number; share: number }): Spot {
    const { i, edge, a, b } = this.#ends(piece)
    const { shapeStart, metres } = this.#net.graph
    let before = exactMetres(a, b) * share
    for (let at = shapeStart[edge] ?? 0; at < i; at++)
      before += exactMetres(this.#net.pointAt(at), this.#net.pointAt(at + 1))
    const whole = metres[edge] ?? 0
    const point = { lat: a.lat + (b.lat - a.lat) * share, long: a.long + (b.long - a.long) * share }
    return { edge, after: i, point, share: whole > 0 ? Math.min(1, before / whole) : 0 }
  }
}
