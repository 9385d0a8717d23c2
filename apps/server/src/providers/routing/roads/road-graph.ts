/**
 * Roads as typed arrays. Edge e goes from vertex `from[e]` to `to[e]`; driven that way it is arc 2e, the other way arc
 * 2e + 1. `open` has bit 1 for arc 2e and bit 2 for arc 2e + 1. The line of e is the points `shapeStart[e]` up to
 * `shapeStart[e + 1]` of `shape` (lat, long, lat, long… in 1e-7 degrees), its ends included. `forbidden` holds pairs of
 * arcs: after the first the second may not be taken.
 */
export interface RoadGraph {
  vertices: number
  from: Uint32Array
  to: Uint32Array
  metres: Float32Array
  kmPerHour: Uint8Array
  open: Uint8Array
  shapeStart: Uint32Array
  shape: Int32Array
  forbidden: Uint32Array
}

export const SHAPE_STEPS = 1e7
export const FORWARD = 1
export const BACKWARD = 2

const ARRAYS = [
  ['from', Uint32Array],
  ['to', Uint32Array],
  ['metres', Float32Array],
  ['shapeStart', Uint32Array],
  ['shape', Int32Array],
  ['forbidden', Uint32Array],
  ['kmPerHour', Uint8Array],
  ['open', Uint8Array],
] as const
/** Changes when the arrays do: a graph of another release is not read as one of this. */
const FORMAT = 1
const HEAD_NUMBERS = 2 + ARRAYS.length

export function noRoads(): RoadGraph {
  return {
    vertices: 0,
    from: new Uint32Array(0),
    to: new Uint32Array(0),
    metres: new Float32Array(0),
    kmPerHour: new Uint8Array(0),
    open: new Uint8Array(0),
    shapeStart: new Uint32Array(1),
    shape: new Int32Array(0),
    forbidden: new Uint32Array(0),
  }
}

/** One run of bytes: a head of 32-bit numbers (format, vertices, length of each array), then the arrays. */
export function writeRoadGraph(graph: RoadGraph): Uint8Array {
  const head = new Uint32Array(HEAD_NUMBERS)
  head.set([FORMAT, graph.vertices, ...ARRAYS.map(([name]) => graph[name].length)])
  const parts = [head, ...ARRAYS.map(([name]) => graph[name])]
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += byteLength
  }
  return bytes
}

/** The arrays lie in `bytes`, nothing is copied. Throws on bytes that are no graph of this release. */
export function readRoadGraph(bytes: ArrayBuffer): RoadGraph {
  if (bytes.byteLength < HEAD_NUMBERS * 4) throw new Error('these bytes are no road graph')
  const [format, vertices = 0, ...lengths] = new Uint32Array(bytes, 0, HEAD_NUMBERS)
  if (format !== FORMAT) throw new Error('the road graph is of another release')
  const graph = { ...noRoads(), vertices }
  let at = HEAD_NUMBERS * 4
  ARRAYS.forEach(([name, Kind], i) => {
    const length = lengths[i] ?? 0
    Object.assign(graph, { [name]: new Kind(bytes, at, length) })
    at += length * Kind.BYTES_PER_ELEMENT
  })
  if (at !== bytes.byteLength) throw new Error('the road graph is cut off')
  return graph
}
