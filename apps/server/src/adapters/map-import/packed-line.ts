import type { Point } from '@dispecerat/domain/kernel/geo'

/** OpenStreetMap counts in ten-millionths of a degree. */
const UNITS = 1e7

/** Encodes a line as differences between neighbours, lat and long in turn: a third of the size of its degrees in JSON. */
export function packLine(points: readonly Point[]): number[] {
  const packed: number[] = []
  let lat = 0
  let long = 0
  for (const point of points) {
    const atLat = Math.round(point.lat * UNITS)
    const atLong = Math.round(point.long * UNITS)
    packed.push(atLat - lat, atLong - long)
    lat = atLat
    long = atLong
  }
  return packed
}

export function unpackLine(packed: readonly number[]): Point[] {
  const points: Point[] = []
  let lat = 0
  let long = 0
  for (let i = 0; i + 1 < packed.length; i += 2) {
    lat += packed[i] ?? 0
    long += packed[i + 1] ?? 0
    points.push({ lat: lat / UNITS, long: long / UNITS })
  }
  return points
}
