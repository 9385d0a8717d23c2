import { BACKWARD, FORWARD, type RoadGraph } from './road-graph.ts'
import { indexOfId } from './sorted-ids.ts'
import type { TurnBan } from './turn-bans.ts'

interface Net extends Pick<RoadGraph, 'from' | 'to' | 'open'> {
  wayIds: Float64Array
  vertexIds: Float64Array
}

/**
 * The turns that may not be taken, as pairs of arcs. A ban on a way that passes through the node without ending there does
 * not say which half it means, and is left out.
 */
export function forbiddenPairs(bans: readonly TurnBan[], net: Net): { pairs: Uint32Array; leftOut: number } {
  const arcsAt = arcsAtNodes(bans, net)
  const pairs: number[] = []
  let leftOut = 0
  for (const ban of bans) {
    const away = arcsAt.get(ban.via) ?? []
    const coming = away.map((arc) => arc ^ 1).filter((arc) => isOpen(net, arc))
    const leaving = away.filter((arc) => isOpen(net, arc))
    const from = coming.filter((arc) => net.wayIds[arc >> 1] === ban.from)
    const to = leaving.filter((arc) => net.wayIds[arc >> 1] === ban.to)
    if (from.length === 0 || to.length === 0) continue
    if (ban.isBack && ban.from === ban.to) {
      for (const arc of from) if (to.includes(arc ^ 1)) pairs.push(arc, arc ^ 1)
      continue
    }
    const [comes, ...otherwise] = from
    const [goes, ...elsewhere] = to
    if (comes === undefined || goes === undefined || otherwise.length > 0 || elsewhere.length > 0) {
      leftOut += 1
      continue
    }
    for (const arc of ban.only ? leaving.filter((other) => other !== goes) : [goes]) pairs.push(comes, arc)
  }
  return { pairs: Uint32Array.from(pairs), leftOut }
}

function isOpen({ open }: Net, arc: number): boolean {
  return ((open[arc >> 1] ?? 0) & (arc & 1 ? BACKWARD : FORWARD)) !== 0
}

/** Arcs that begin at a node some ban is about, open or not. */
function arcsAtNodes(bans: readonly TurnBan[], { from, to, vertexIds }: Net): Map<number, number[]> {
  const nodeOf = new Map<number, number>()
  for (const { via } of bans) {
    const vertex = indexOfId(vertexIds, via)
    if (vertex !== -1) nodeOf.set(vertex, via)
  }
  const arcs = new Map<number, number[]>([...nodeOf.values()].map((node) => [node, []]))
  const add = (vertex: number, arc: number) => {
    const node = nodeOf.get(vertex)
    if (node !== undefined) arcs.get(node)?.push(arc)
  }
  for (let e = 0; e < from.length; e++) {
    add(from[e] ?? 0, 2 * e)
    add(to[e] ?? 0, 2 * e + 1)
  }
  return arcs
}
