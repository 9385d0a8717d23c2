import type { RoadGraph } from '../road-graph.ts'
import { TURN_ROUND_SECONDS } from '../road-net.ts'

/** A place on an edge, as a share of its length. */
export interface Place {
  edge: number
  share: number
}

/** The turns a graph forbids, as 'arc>arc'. */
export function bansOf({ forbidden }: RoadGraph): Set<string> {
  const bans = new Set<string>()
  for (let i = 0; i < forbidden.length; i += 2) bans.add(`${forbidden[i]}>${forbidden[i + 1]}`)
  return bans
}

/** What the quickest drive takes, found as slowly and plainly as can be: forwards, arc after arc. null = no way. */
export function plainDrive(graph: RoadGraph, from: Place, to: Place): number | null {
  const bans = bansOf(graph)
  const secondsOf = (arc: number) => ((graph.metres[arc >> 1] ?? 0) * 3.6) / (graph.kmPerHour[arc >> 1] ?? 1)
  const open = Array.from({ length: graph.from.length * 2 }, (_, arc) => arc).filter((arc) =>
    arc & 1 ? (graph.open[arc >> 1] ?? 0) & 2 : (graph.open[arc >> 1] ?? 0) & 1,
  )
  const startOf = (arc: number) => (arc & 1 ? graph.to : graph.from)[arc >> 1]
  const turn = (arc: number, next: number): number | null => {
    if (startOf(arc ^ 1) !== startOf(next) || bans.has(`${arc}>${next}`)) return null
    return next === (arc ^ 1) ? TURN_ROUND_SECONDS : 0
  }
  const along = (arc: number, share: number) => secondsOf(arc) * (arc & 1 ? 1 - share : share)
  const costs = new Map<number, number>()
  for (const arc of open) if (arc >> 1 === from.edge) costs.set(arc, secondsOf(arc) - along(arc, from.share))
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (const [arc, cost] of [...costs]) {
      for (const next of open) {
        const round = turn(arc, next)
        if (round === null) continue
        const reached = cost + round + secondsOf(next)
        if (reached >= (costs.get(next) ?? Number.POSITIVE_INFINITY) - 1e-9) continue
        costs.set(next, reached)
        isBetter = true
      }
    }
  }
  const ends = open.filter((arc) => arc >> 1 === to.edge)
  const found = ends.flatMap((end) => {
    const straight =
      from.edge === to.edge && along(end, from.share) <= along(end, to.share)
        ? [along(end, to.share) - along(end, from.share)]
        : []
    const round = [...costs].flatMap(([arc, cost]) => {
      const turned = turn(arc, end)
      return turned === null ? [] : [cost + turned + along(end, to.share)]
    })
    return [...straight, ...round]
  })
  return found.length === 0 ? null : Math.min(...found)
}
