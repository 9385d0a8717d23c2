/**
 * Roads as typed arrays. Edge e goes from vertex `from[e]` to `to[e]`; driven that way it is arc 2e, the other way arc
 * 2e + 1. `open` has bit 1 for arc 2e and bit 2 for arc 2e + 1. The line of e is the points `shapeStart[e]` up to
 * `shapeStart[e + 1]` of `shape` (lat, long, lat, long… in 1e-7 degrees), its ends included. `forbidden` contains pairs of
 * arcs: after the first the second may not be taken. `forbiddenPaths` contains longer runs, each behind the number of its
 * arcs: a car that has driven all but the last one after another may not take the last.
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
  forbiddenPaths: Uint32Array
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
  ['forbiddenPaths', Uint32Array],
  ['kmPerHour', Uint8Array],
  ['open', Uint8Array],
] as const
/** Increase it when the arrays change, so that graphs of other releases are not read as this one. */
const FORMAT = 2
/** The previous release had no runs longer than two; its maps are still read. */
const FORMAT_WITHOUT_PATHS = 1

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
    forbiddenPaths: new Uint32Array(0),
  }
}

/** Serialises into one array of bytes: a header of 32-bit numbers (format, vertices, length of each array), then the arrays. */
export function writeRoadGraph(graph: RoadGraph): Uint8Array {
  const head = Uint32Array.from([FORMAT, graph.vertices, ...ARRAYS.map(([name]) => graph[name].length)])
  const parts = [head, ...ARRAYS.map(([name]) => graph[name])]
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += byteLength
  }
  return bytes
}

/** The arrays are views of `bytes`, without a copy. Throws on bytes that are no graph of this release or the previous one. */
export function readRoadGraph(bytes: ArrayBuffer): RoadGraph {
  const [format] = bytes.byteLength < 4 ? [] : new Uint32Array(bytes, 0, 1)
  const arrays = format === FORMAT_WITHOUT_PATHS ? ARRAYS.filter(([name]) => name !== 'forbiddenPaths') : ARRAYS
  const headNumbers = 2 + arrays.length
  if (bytes.byteLength < headNumbers * 4) throw new Error('these bytes are no road graph')
  if (format !== FORMAT && format !== FORMAT_WITHOUT_PATHS) throw new Error('the road graph is of another release')
  const [, vertices = 0, ...lengths] = new Uint32Array(bytes, 0, headNumbers)
  const graph = { ...noRoads(), vertices }
  let at = headNumbers * 4
  arrays.forEach(([name, Kind], i) => {
    const length = lengths[i] ?? 0
    Object.assign(graph, { [name]: new Kind(bytes, at, length) })
    at += length * Kind.BYTES_PER_ELEMENT
  })
  if (at !== bytes.byteLength) throw new Error('the road graph is cut off')
  return graph
}
