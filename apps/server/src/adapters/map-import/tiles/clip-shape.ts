import type { Position } from 'geojson'
import type { Bounds, MapShape } from '../city-map.ts'

type Axis = 0 | 1

/** The part of a shape inside the box; null when there is none. Lines keep the whole segments that touch it. */
export function clipShape(shape: MapShape, box: Bounds): MapShape | null {
  const { geometry } = shape
  if (geometry.type === 'Point') return shape
  if (geometry.type === 'LineString') {
    const lines = clipLine(geometry.coordinates, box)
    if (lines.length === 0) return null
    return { ...shape, geometry: { type: 'MultiLineString', coordinates: lines } }
  }
  if (geometry.type === 'MultiLineString') {
    const lines = geometry.coordinates.flatMap((line) => clipLine(line, box))
    return lines.length === 0 ? null : { ...shape, geometry: { type: 'MultiLineString', coordinates: lines } }
  }
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const clipped = polygons.flatMap((polygon) => clipPolygon(polygon, box))
  return clipped.length === 0 ? null : { ...shape, geometry: { type: 'MultiPolygon', coordinates: clipped } }
}

/** The box of a shape. */
export function boxOf({ geometry }: MapShape): Bounds {
  const box = { west: 180, south: 90, east: -180, north: -90 }
  const take = ([long = 0, lat = 0]: Position) => {
    box.west = Math.min(box.west, long)
    box.east = Math.max(box.east, long)
    box.south = Math.min(box.south, lat)
    box.north = Math.max(box.north, lat)
  }
  if (geometry.type === 'Point') take(geometry.coordinates)
  else if (geometry.type === 'LineString') geometry.coordinates.forEach(take)
  else if (geometry.type === 'MultiPolygon') for (const polygon of geometry.coordinates) polygon[0]?.forEach(take)
  else for (const part of geometry.coordinates) part.forEach(take)
  return box
}

function clipPolygon(rings: Position[][], box: Bounds): Position[][][] {
  const [outer, ...holes] = rings.map((ring) => clipRing(ring, box))
  if (!outer || outer.length === 0) return []
  return [[outer, ...holes.filter((hole) => hole.length > 0)]]
}

function clipRing(ring: Position[], { west, south, east, north }: Bounds): Position[] {
  let left = cut(ring, 0, west, 1)
  left = cut(left, 0, east, -1)
  left = cut(left, 1, south, 1)
  left = cut(left, 1, north, -1)
  return left.length < 4 ? [] : left
}

/** The part of a ring on one side of a line: `side` 1 keeps what is greater, -1 what is smaller. */
function cut(ring: Position[], axis: Axis, limit: number, side: 1 | -1): Position[] {
  const isIn = (position: Position) => ((position[axis] ?? 0) - limit) * side >= 0
  if (ring.every(isIn)) return ring
  const inside: Position[] = []
  for (let i = 1; i < ring.length; i++) {
    const from = ring[i - 1]
    const to = ring[i]
    if (!from || !to) continue
    if (isIn(from)) inside.push(from)
    if (isIn(from) !== isIn(to)) inside.push(meeting(from, to, axis, limit))
  }
  const last = ring.at(-1)
  if (last && isIn(last)) inside.push(last)
  const first = inside[0]
  const end = inside.at(-1)
  if (first && end && (first[0] !== end[0] || first[1] !== end[1])) inside.push(first)
  return inside
}

function meeting(from: Position, to: Position, axis: Axis, limit: number): Position {
  const [x = 0, y = 0] = from
  const [toX = 0, toY = 0] = to
  const share = axis === 0 ? (limit - x) / (toX - x) : (limit - y) / (toY - y)
  return axis === 0 ? [limit, y + (toY - y) * share] : [x + (toX - x) * share, limit]
}

function clipLine(line: Position[], box: Bounds): Position[][] {
  const pieces: Position[][] = []
  let piece: Position[] = []
  for (let i = 1; i < line.length; i++) {
    const from = line[i - 1]
    const to = line[i]
    if (!from || !to) continue
    if (touches(from, to, box)) {
      if (piece.length === 0) piece.push(from)
      piece.push(to)
      continue
    }
    if (piece.length > 0) pieces.push(piece)
    piece = []
  }
  if (piece.length > 0) pieces.push(piece)
  return pieces
}

function touches(
  [x = 0, y = 0]: Position,
  [toX = 0, toY = 0]: Position,
  { west, south, east, north }: Bounds,
): boolean {
  return Math.min(x, toX) <= east && Math.max(x, toX) >= west && Math.min(y, toY) <= north && Math.max(y, toY) >= south
}
