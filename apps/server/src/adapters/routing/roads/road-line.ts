import type { Point } from '@dispecerat/domain/kernel/geo'
import type { RoadNet } from './road-net.ts'
import type { Reach } from './road-search.ts'
import type { Spot } from './snap.ts'

/** The points of a drive, from spot to spot along the streets. */
export function lineOfDrive(net: RoadNet, [from, to]: [Spot, Spot], reach: Reach, ahead: readonly number[]): Point[] {
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
