import type { Point } from '@dispecerat/domain/kernel/geo'
import type { OsmRelation } from './stream-extract.ts'

/** Joins the ways of one role end to end; a ring that the extract cuts open is left out. */
export function ringsOf(lines: OsmRelation['lines'], role: 'outer' | 'inner'): Point[][] {
  return chainsOf(lines, role).filter((chain) => isClosed(chain) && chain.length > 3)
}

/** Joins the ways of one role end to end, as far as they go. */
export function chainsOf(lines: OsmRelation['lines'], role: 'outer' | 'inner'): Point[][] {
  const pieces = lines
    .filter((line) => (line.role === 'inner' ? 'inner' : 'outer') === role)
    .map(({ points }) => points)
  const byEnd = new Map<string, Set<Point[]>>()
  for (const piece of pieces) for (const end of endsOf(piece)) byEnd.set(end, (byEnd.get(end) ?? new Set()).add(piece))
  const waiting = new Set(pieces)
  const take = (end: string): Point[] | undefined => {
    const next = [...(byEnd.get(end) ?? [])].find((piece) => waiting.has(piece))
    if (next) waiting.delete(next)
    return next
  }
  const chains: Point[][] = []
  for (const piece of waiting) {
    waiting.delete(piece)
    const chain = [...piece]
    while (!isClosed(chain)) {
      const end = keyOf(chain.at(-1))
      const next = take(end)
      if (!next) break
      const onwards = keyOf(next[0]) === end ? next : next.toReversed()
      for (const point of onwards.slice(1)) chain.push(point)
    }
    chains.push(chain)
  }
  return chains
}

function endsOf(points: Point[]): string[] {
  return [keyOf(points[0]), keyOf(points.at(-1))]
}

/** Two nodes at one place join lines as one node does. */
function keyOf(point: Point | undefined): string {
  return point ? `${point.lat}:${point.long}` : ''
}

export function isClosed(points: readonly Point[]): boolean {
  return keyOf(points[0]) === keyOf(points.at(-1))
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

/** Number of times the segment from→to crosses the line. */
export function crossings(from: Point, to: Point, line: readonly Point[]): number {
  let count = 0
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1]
    const b = line[i]
    if (a && b && side(from, to, a) !== side(from, to, b) && side(a, b, from) !== side(a, b, to)) count++
  }
  return count
}

function side(a: Point, b: Point, p: Point): boolean {
  return (b.long - a.long) * (p.lat - a.lat) > (b.lat - a.lat) * (p.long - a.long)
}
