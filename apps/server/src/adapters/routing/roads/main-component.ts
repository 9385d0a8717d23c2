import { BACKWARD, FORWARD, type RoadGraph } from './road-graph.ts'

type Ends = Pick<RoadGraph, 'vertices' | 'from' | 'to' | 'open'>

/**
 * Marks the vertices of the largest strongly connected component: from a point snapped to it every other one can be reached,
 * and it from them (Kosaraju, without recursion).
 */
export function mainComponent(graph: Ends): Uint8Array {
  const ahead = neighboursOf(graph, true)
  const back = neighboursOf(graph, false)
  const order = finishOrder(graph.vertices, ahead)
  const component = new Int32Array(graph.vertices).fill(-1)
  const stack = new Uint32Array(graph.vertices)
  let best = -1
  let bestSize = 0
  for (let i = order.length - 1, name = 0; i >= 0; i--) {
    const root = order[i] ?? 0
    if (component[root] !== -1) continue
    const size = flood(root, name, { back, component, stack })
    if (size > bestSize) {
      best = name
      bestSize = size
    }
    name += 1
  }
  return Uint8Array.from(component, (name) => (name === best ? 1 : 0))
}

interface Neighbours {
  start: Uint32Array
  list: Uint32Array
}

function neighboursOf({ vertices, from, to, open }: Ends, isAhead: boolean): Neighbours {
  const start = new Uint32Array(vertices + 1)
  const eachPair = (take: (a: number, b: number) => void) => {
    for (let e = 0; e < from.length; e++) {
      const [f = 0, t = 0, way = 0] = [from[e], to[e], open[e]]
      if (way & FORWARD) isAhead ? take(f, t) : take(t, f)
      if (way & BACKWARD) isAhead ? take(t, f) : take(f, t)
    }
  }
  eachPair((a) => {
    start[a + 1] = (start[a + 1] ?? 0) + 1
  })
  for (let v = 0; v < vertices; v++) start[v + 1] = (start[v + 1] ?? 0) + (start[v] ?? 0)
  const list = new Uint32Array(start[vertices] ?? 0)
  const next = start.slice()
  eachPair((a, b) => {
    const at = next[a] ?? 0
    list[at] = b
    next[a] = at + 1
  })
  return { start, list }
}

/** Vertices in the order in which a depth-first search leaves them. */
function finishOrder(vertices: number, { start, list }: Neighbours): Uint32Array {
  const order = new Uint32Array(vertices)
  const seen = new Uint8Array(vertices)
  const next = start.slice(0, vertices)
  const stack = new Uint32Array(vertices)
  let left = 0
  for (let root = 0; root < vertices; root++) {
    if (seen[root]) continue
    seen[root] = 1
    let depth = 0
    stack[0] = root
    while (depth >= 0) {
      const v = stack[depth] ?? 0
      const at = next[v] ?? 0
      if (at === (start[v + 1] ?? 0)) {
        order[left++] = v
        depth -= 1
        continue
      }
      next[v] = at + 1
      const w = list[at] ?? 0
      if (seen[w]) continue
      seen[w] = 1
      stack[++depth] = w
    }
  }
  return order
}

function flood(
  root: number,
  name: number,
  { back, component, stack }: { back: Neighbours; component: Int32Array; stack: Uint32Array },
): number {
  let height = 1
  let size = 0
  stack[0] = root
  component[root] = name
  while (height > 0) {
    const v = stack[--height] ?? 0
    size += 1
    for (let at = back.start[v] ?? 0; at < (back.start[v + 1] ?? 0); at++) {
      const w = back.list[at] ?? 0
      if (component[w] !== -1) continue
      component[w] = name
      stack[height++] = w
    }
  }
  return size
}
