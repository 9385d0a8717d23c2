import type { Point } from '@dispecerat/domain/geo'
import type { OsmRelation, OsmWay } from './osm-extract.ts'

/** Joins the ways of one role end to end; a ring that the extract cuts open is left out. */
export function ringsOf(relation: OsmRelation, role: 'outer' | 'inner'): Point[][] {
  const open = relation.ways.filter((m) => (m.role === '' ? 'outer' : m.role) === role).map((m) => [...m.way.points])
  const rings: Point[][] = []
  for (let chain = open.pop(); chain; chain = open.pop()) {
    let grown = true
    while (grown && !isClosed(chain)) grown = growOnce(chain, open)
    if (isClosed(chain) && chain.length > 3) rings.push(chain)
  }
  return rings
}

function growOnce(chain: Point[], open: Point[][]): boolean {
  const end = chain.at(-1)
  const at = open.findIndex((way) => way[0] === end || way.at(-1) === end)
  const next = open[at]
  if (!next) return false
  open.splice(at, 1)
  chain.push(...(next[0] === end ? next : next.reverse()).slice(1))
  return true
}

/** Points are shared objects, one per node: the same node is the same object. */
function isClosed(points: Point[]): boolean {
  return points[0] === points.at(-1)
}

/** Even-odd test; the border itself may fall on either side. */
export function isInsideRing(point: Point, ring: readonly Point[]): boolean {
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[i]
    const b = ring[j]
    if (!a || !b || a.lat > point.lat === b.lat > point.lat) continue
    if (point.long < ((b.long - a.long) * (point.lat - a.lat)) / (b.lat - a.lat) + a.long) inside = !inside
  }
  return inside
}

/** How often the segment from→to meets the way. */
export function crossings(from: Point, to: Point, way: OsmWay): number {
  let count = 0
  for (let i = 1; i < way.points.length; i++) {
    const a = way.points[i - 1]
    const b = way.points[i]
    if (a && b && side(from, to, a) !== side(from, to, b) && side(a, b, from) !== side(a, b, to)) count++
  }
  return count
}

function side(a: Point, b: Point, p: Point): boolean {
  return (b.long - a.long) * (p.lat - a.lat) > (b.lat - a.lat) * (p.long - a.long)
}
