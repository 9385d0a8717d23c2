import { exactMetres } from './exact-metres.ts'
import { GrowingNumbers } from './growing-numbers.ts'
import { mainComponent } from './main-component.ts'
import { noRoads, type RoadGraph, SHAPE_STEPS } from './road-graph.ts'
import { indexOfId } from './sorted-ids.ts'

/** Runs of points without a gap: stretch s is the points `starts[s]` up to the next one's start. */
export interface Stretches {
  /** Ids of the points, and their coordinates (lat, long, lat, long… in 1e-7 degrees). */
  refs: Float64Array
  shape: Int32Array
  starts: Uint32Array
  wayIds: Float64Array
  /** Speed times four, and the directions that are open. */
  rules: Uint32Array
}

/** Edges from vertex to vertex, over the points `first` to `last`. */
interface Edges {
  from: Uint32Array
  to: Uint32Array
  first: Uint32Array
  last: Uint32Array
  stretch: Uint32Array
}

export interface AssembledGraph {
  graph: RoadGraph
  /** The way that each edge is a piece of. */
  wayIds: Float64Array
  /** The node of each vertex, sorted. */
  vertexIds: Float64Array
}

const float64 = (length: number) => new Float64Array(length)
const uint32 = (length: number) => new Uint32Array(length)

/** Cuts the stretches where they meet and keeps the largest component; the graph has no turn restrictions yet. */
export function assembleGraph(stretches: Stretches): AssembledGraph {
  const ids = vertexIdsOf(stretches)
  const edges = cutAtVertices(stretches, ids)
  const open = Uint8Array.from(edges.stretch, (stretch) => (stretches.rules[stretch] ?? 0) % 4)
  const inMain = mainComponent({ vertices: ids.length, from: edges.from, to: edges.to, open })
  const connected = edges.from
    .map((_, e) => e)
    .filter((e) => inMain[edges.from[e] ?? 0] === 1 && inMain[edges.to[e] ?? 0] === 1)
  const numberOf = new Uint32Array(ids.length)
  let vertices = 0
  for (let v = 0; v < ids.length; v++) if (inMain[v] === 1) numberOf[v] = vertices++
  const stretchOf = connected.map((e) => edges.stretch[e] ?? 0)
  const shapes = shapesOf(stretches.shape, edges, connected)
  const graph: RoadGraph = {
    ...noRoads(),
    ...shapes,
    vertices,
    from: connected.map((e) => numberOf[edges.from[e] ?? 0] ?? 0),
    to: connected.map((e) => numberOf[edges.to[e] ?? 0] ?? 0),
    kmPerHour: Uint8Array.from(stretchOf, (stretch) => (stretches.rules[stretch] ?? 0) >> 2),
    open: Uint8Array.from(connected, (e) => open[e] ?? 0),
  }
  const wayIds = Float64Array.from(stretchOf, (stretch) => stretches.wayIds[stretch] ?? 0)
  return { graph, wayIds, vertexIds: ids.filter((_, v) => inMain[v] === 1) }
}

function endOf({ starts, refs }: Stretches, stretch: number): number {
  return starts[stretch + 1] ?? refs.length
}

/** Points where roads meet or end, sorted. */
function vertexIdsOf(stretches: Stretches): Float64Array {
  const { refs, starts } = stretches
  const found = new GrowingNumbers(float64)
  const sorted = refs.slice().sort()
  for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) found.push(sorted[i] ?? 0)
  starts.forEach((start, stretch) => {
    found.push(refs[start] ?? 0)
    found.push(refs[endOf(stretches, stretch) - 1] ?? 0)
  })
  const all = found.all().sort()
  return all.filter((id, i) => i === 0 || id !== all[i - 1])
}

function cutAtVertices(stretches: Stretches, ids: Float64Array): Edges {
  const { refs, starts } = stretches
  const from = new GrowingNumbers(uint32)
  const to = new GrowingNumbers(uint32)
  const first = new GrowingNumbers(uint32)
  const last = new GrowingNumbers(uint32)
  const stretchOf = new GrowingNumbers(uint32)
  starts.forEach((start, stretch) => {
    let begin = start
    let vertex = indexOfId(ids, refs[start] ?? 0)
    for (let at = start + 1; at < endOf(stretches, stretch); at++) {
      const next = indexOfId(ids, refs[at] ?? 0)
      if (next === -1) continue
      from.push(vertex)
      to.push(next)
      first.push(begin)
      last.push(at)
      stretchOf.push(stretch)
      begin = at
      vertex = next
    }
  })
  return { from: from.all(), to: to.all(), first: first.all(), last: last.all(), stretch: stretchOf.all() }
}

function shapesOf(
  all: Int32Array,
  { first, last }: Edges,
  connected: Uint32Array,
): Pick<RoadGraph, 'metres' | 'shapeStart' | 'shape'> {
  const shapeStart = new Uint32Array(connected.length + 1)
  connected.forEach((e, i) => {
    shapeStart[i + 1] = (shapeStart[i] ?? 0) + (last[e] ?? 0) - (first[e] ?? 0) + 1
  })
  const shape = new Int32Array((shapeStart[connected.length] ?? 0) * 2)
  const metres = new Float32Array(connected.length)
  connected.forEach((e, i) => {
    const piece = all.subarray((first[e] ?? 0) * 2, ((last[e] ?? 0) + 1) * 2)
    shape.set(piece, (shapeStart[i] ?? 0) * 2)
    metres[i] = lengthOf(piece)
  })
  return { metres, shapeStart, shape }
}

function lengthOf(shape: Int32Array): number {
  let metres = 0
  for (let i = 2; i < shape.length; i += 2) metres += exactMetres(pointAt(shape, i - 2), pointAt(shape, i))
  return metres
}

function pointAt(shape: Int32Array, i: number) {
  return { lat: (shape[i] ?? 0) / SHAPE_STEPS, long: (shape[i + 1] ?? 0) / SHAPE_STEPS }
}
