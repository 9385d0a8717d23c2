import { metresBetween, type Point } from '../kernel/geo.ts'
import { between, partAlong, turn } from '../kernel/segments.ts'
import { ringContains, ringSquareMetres, tidyRing } from './zone.ts'
import { ringFault } from './zone-ring.ts'

type SplitFault = 'misses' | 'ends_inside' | 'too_many_parts' | 'crosses_itself' | 'sliver'

export const SPLIT_FAULT_TEXTS: Record<SplitFault, string> = {
  misses: 'Linia nu taie zona dintr-o margine în alta.',
  ends_inside: 'Linia trebuie să înceapă și să se termine în afara zonei sau pe conturul ei.',
  too_many_parts: 'Linia taie zona în mai mult de două părți; trasați câte o tăietură.',
  crosses_itself: 'Linia se intersectează cu ea însăși în interiorul zonei.',
  sliver: 'Una dintre părți ar fi mai mică decât cea mai mică zonă.',
}

/** A cut closer than this to a corner goes through the corner, to avoid slivers. */
const SAME_CORNER_METRES = 0.5
const TINY = 1e-9

/** Intersection of the line with the outline: `along` counts the line's segments, `around` the ring's sides. */
interface Hit {
  along: number
  around: number
  point: Point
}

/**
 * Two rings, the larger first, or the reason why the line does not split the ring in two. The ring is tidy and simple; both results are.
 */
export function splitRing(ring: readonly Point[], line: readonly Point[]): readonly [Point[], Point[]] | SplitFault {
  const hits = hitsOf(ring, line)
  const cuts = hits.flatMap((hit, index) => {
    const next = hits[index + 1]
    return next && runsInside(ring, line, hit, next) ? [[hit, next] as const] : []
  })
  const [cut] = cuts
  if (!cut) return [line.at(0), line.at(-1)].some((end) => end && ringContains(ring, end)) ? 'ends_inside' : 'misses'
  if (cuts.length > 1) return 'too_many_parts'
  const [from, to] = cut
  const inner = line.slice(Math.floor(from.along) + 1, Math.ceil(to.along))
  const first = tidyRing([from.point, ...cornersBetween(ring, from.around, to.around), to.point, ...inner.toReversed()])
  const second = tidyRing([to.point, ...cornersBetween(ring, to.around, from.around), from.point, ...inner])
  const faults = [ringFault(first)?.kind, ringFault(second)?.kind]
  if (faults.includes('self_crossing')) return 'crosses_itself'
  if (faults.some((fault) => fault !== undefined)) return 'sliver'
  return ringSquareMetres(first) >= ringSquareMetres(second) ? [first, second] : [second, first]
}

/** All intersections of the line with the outline, in the line's order, each place once. */
function hitsOf(ring: readonly Point[], line: readonly Point[]): Hit[] {
  const hits: Hit[] = []
  for (const [k, from] of line.slice(0, -1).entries()) {
    const to = line[k + 1] ?? from
    for (const [i, a] of ring.entries()) {
      const b = ring[(i + 1) % ring.length] ?? a
      for (const { along, around } of meetings(from, to, a, b)) hits.push(atCorner(ring, k + along, i, around))
    }
  }
  hits.sort((s, t) => s.along - t.along)
  return hits.filter((hit, index) => {
    const before = hits[index - 1]
    return before === undefined || (hit.along - before.along > TINY && metresBetween(hit.point, before.point) > 0)
  })
}

function meetings(from: Point, to: Point, a: Point, b: Point): { along: number; around: number }[] {
  const along = partAlong(from, to, a, b)
  const around = partAlong(a, b, from, to)
  if (along !== null && around !== null) return isPart(along) && isPart(around) ? [{ along, around }] : []
  if (turn(from, to, a) !== 0) return []
  // The two overlap: they part at the side's ends or at the line's.
  return [
    { along: partOf(from, to, a), around: 0 },
    { along: partOf(from, to, b), around: 1 },
    { along: 0, around: partOf(a, b, from) },
    { along: 1, around: partOf(a, b, to) },
  ].filter((meeting) => isPart(meeting.along) && isPart(meeting.around))
}

function isPart(part: number): boolean {
  return part >= -TINY && part <= 1 + TINY
}

/** Position of the point along a–b. */
function partOf(a: Point, b: Point, point: Point): number {
  const [north, east] = [b.lat - a.lat, b.long - a.long]
  const length = north * north + east * east
  return length === 0 ? Number.NaN : ((point.lat - a.lat) * north + (point.long - a.long) * east) / length
}

function atCorner(ring: readonly Point[], along: number, side: number, part: number): Hit {
  const next = (side + 1) % ring.length
  const [a, b] = [ring[side], ring[next]]
  if (!a || !b) return { along, around: side, point: { lat: 0, long: 0 } }
  const point = between(a, b, Math.min(1, Math.max(0, part)))
  if (metresBetween(point, a) < SAME_CORNER_METRES) return { along, around: side, point: a }
  if (metresBetween(point, b) < SAME_CORNER_METRES) return { along, around: next, point: b }
  return { along, around: side + part, point }
}

/** Between two intersections the line is all inside, all outside or all on the outline, so that one point decides. */
function runsInside(ring: readonly Point[], line: readonly Point[], from: Hit, to: Hit): boolean {
  const corner = line[Math.floor(from.along + TINY) + 1]
  const next = corner && Math.floor(from.along + TINY) + 1 < to.along - TINY ? corner : to.point
  const middle = between(from.point, next, 0.5)
  return ringContains(ring, middle) && !isOnOutline(ring, middle)
}

function isOnOutline(ring: readonly Point[], point: Point): boolean {
  return ring.some((a, index) => {
    const b = ring[(index + 1) % ring.length] ?? a
    const part = partOf(a, b, point)
    return part >= 0 && part <= 1 && metresBetween(between(a, b, part), point) === 0
  })
}

/** Corners passed when walking the ring forward from one position to another. */
function cornersBetween(ring: readonly Point[], from: number, to: number): Point[] {
  const span = (to - from + ring.length) % ring.length
  const first = Math.floor(from) + 1
  const corners: Point[] = []
  for (let index = first; index - from < span - TINY; index++) {
    const corner = ring[index % ring.length]
    if (corner) corners.push(corner)
  }
  return corners
}
