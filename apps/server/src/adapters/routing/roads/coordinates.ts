import type { Point } from '@dispecerat/domain/kernel/geo'
import type { Coordinates } from './road-messages.ts'

export function coordinatesOf(points: readonly Point[]): Coordinates {
  const coordinates = new Float64Array(points.length * 2)
  for (const [i, { lat, long }] of points.entries()) coordinates.set([lat, long], i * 2)
  return coordinates
}

export function pointsOf(coordinates: Coordinates): Point[] {
  const points: Point[] = []
  for (let i = 0; i + 1 < coordinates.length; i += 2)
    points.push({ lat: coordinates[i] ?? 0, long: coordinates[i + 1] ?? 0 })
  return points
}
