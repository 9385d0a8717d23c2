import type { Position } from 'geojson'
import type { MapShape } from '../city-map.ts'
import { boxOf } from './clip-shape.ts'

/** A tile is drawn 512 pixels wide. */
const PIXELS = 512

/** The shape as it is drawn at `zoom` and further away: without details below half a pixel; null when all of it is that small. */
export function generalised(shape: MapShape, zoom: number): MapShape | null {
  const pixel = 360 / 2 ** zoom / PIXELS
  const { geometry } = shape
  if (geometry.type === 'Point') return shape
  if (geometry.type === 'LineString') {
    return { ...shape, geometry: { type: 'LineString', coordinates: thinned(geometry.coordinates, pixel / 2) } }
  }
  if (geometry.type === 'MultiLineString') {
    const coordinates = geometry.coordinates.map((line) => thinned(line, pixel / 2))
    return { ...shape, geometry: { type: 'MultiLineString', coordinates } }
  }
  const { west, east, south, north } = boxOf(shape)
  if (Math.max(east - west, north - south) < 2 * pixel) return null
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const coordinates = polygons.map((rings) =>
    rings.map((ring) => thinned(ring, pixel / 2)).filter((ring) => ring.length > 3),
  )
  return { ...shape, geometry: { type: 'MultiPolygon', coordinates: coordinates.filter((rings) => rings.length > 0) } }
}

/** Leaves out points nearer than so many degrees to the last kept one; both ends stay. */
function thinned(line: Position[], degrees: number): Position[] {
  let last: Position | undefined
  return line.filter((position, i) => {
    const isEnd = i === 0 || i === line.length - 1
    const isFar = !last || Math.hypot(along(position, last, 0), along(position, last, 1)) >= degrees
    if (isEnd || isFar) last = position
    return isEnd || isFar
  })
}

function along(a: Position, b: Position, axis: 0 | 1): number {
  return (a[axis] ?? 0) - (b[axis] ?? 0)
}
