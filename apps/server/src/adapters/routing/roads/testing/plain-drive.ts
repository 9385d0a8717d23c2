import type { RoadGraph } from '../road-graph.ts'
import { TURN_ROUND_SECONDS } from '../road-net.ts'

/** A place on an edge, as a share of its length. */
export interface Place {
  edge: number
  share: number
}

/** The runs of arcs a graph forbids, pairs and longer ones. */
export function forbiddenRuns({ forbidden, forbiddenPaths }: RoadGraph): number[][] {
  const runs: number[][] = []
  for (let i = 0; i < forbidden.length; i += 2) runs.push([...forbidden.slice(i, i + 2)])
  for (let at = 0; at < forbiddenPaths.length; at += 1 + (forbiddenPaths[at] ?? 0))
    runs.push([...forbiddenPaths.slice(at + 1, at + 1 + (forbiddenPaths[at] ?? 0))])
  return runs
}

/** The runs that a drive over these arcs contains. */
export function runsDriven(runs: readonly number[][], arcs: readonly number[]): number[][] {
  return runs.filter((run) => arcs.some((_, i) => run.every((arc, k) => arcs[i + k] === arc)))
}

/** A car's arc, and the started forbidden runs with their progress. */
interface State {
  arc: number
  begun: readonly { run: number; driven: number }[]
}

/** Duration of the quickest drive by a slow reference algorithm: forwards, arc after arc. Null without a route. */
export function plainDrive(graph: RoadGraph, from: Place, to: Place): number | null {
  const runs = forbiddenRuns(graph)
  const secondsOf = (arc: number) => ((graph.metres[arc >> 1] ?? 0) * 3.6) / (graph.kmPerHour[arc >> 1] ?? 1)
  const open = Array.from({ length: graph.from.length * 2 }, (_, arc) => arc).filter((arc) =>
    arc & 1 ? (graph.open[arc >> 1] ?? 0) & 2 : (graph.open[arc >> 1] ?? 0) & 1,
  )
  const startOf = (arc: number) => (arc & 1 ? graph.to : graph.from)[arc >> 1]
  const begin = (arc: number): State => ({
    arc,
    begun: runs.flatMap((run, i) => (run[0] === arc ? [{ run: i, driven: 1 }] : [])),
  })
  /** Null when the turn is forbidden. */
  const goOn = ({ arc, begun }: State, next: number): State | null => {
    if (startOf(arc ^ 1) !== startOf(next)) return null
    const on = begun
      .filter(({ run, driven }) => runs[run]?.[driven] === next)
      .map(({ run, driven }) => ({ run, driven: driven + 1 }))
    if (on.some(({ run, driven }) => runs[run]?.length === driven)) return null
    return { arc: next, begun: [...on, ...begin(next).begun] }
  }
  const round = (arc: number, next: number) => (next === (arc ^ 1) ? TURN_ROUND_SECONDS : 0)
  const along = (arc: number, share: number) => secondsOf(arc) * (arc & 1 ? 1 - share : share)
  const reached = new Map<string, { state: State; cost: number }>()
  const waiting: { state: State; cost: number }[] = []
  const reach = (state: State, cost: number) => {
    const key = JSON.stringify(state)
    if (cost >= (reached.get(key)?.cost ?? Number.POSITIVE_INFINITY) - 1e-9) return
    reached.set(key, { state, cost })
    waiting.push({ state, cost })
  }
  for (const arc of open) if (arc >> 1 === from.edge) reach(begin(arc), secondsOf(arc) - along(arc, from.share))
  for (let at = waiting.shift(); at; at = waiting.shift()) {
    if ((reached.get(JSON.stringify(at.state))?.cost ?? 0) < at.cost) continue
    for (const next of open) {
      const state = goOn(at.state, next)
      if (state) reach(state, at.cost + round(at.state.arc, next) + secondsOf(next))
    }
  }
  const ends = open.filter((arc) => arc >> 1 === to.edge)
  const found = ends.flatMap((end) => {
    const straight =
      from.edge === to.edge && along(end, from.share) <= along(end, to.share)
        ? [along(end, to.share) - along(end, from.share)]
        : []
    const after = [...reached.values()].flatMap(({ state, cost }) =>
      goOn(state, end) ? [cost + round(state.arc, end) + along(end, to.share)] : [],
    )
    return [...straight, ...after]
  })
  return found.length === 0 ? null : Math.min(...found)
}
