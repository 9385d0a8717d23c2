import type { Point } from '@dispecerat/domain/kernel/geo'
import { metresBetween } from '@dispecerat/domain/kernel/geo'

export const PARTS = ['centre', 'north', 'east', 'south', 'west'] as const
export type Part = (typeof PARTS)[number]

/** Public data of a car: its position, to ten metres, and whether it is busy. */
export interface AnonymousCar extends Point {
  is_busy: boolean
}

const CENTRE_METRES = 1500
const RADIANS = Math.PI / 180

/** Direction of a place from the centre, for screen readers. */
export function partOf(centre: Point, place: Point): Part {
  if (metresBetween(centre, place) <= CENTRE_METRES) return 'centre'
  const north = place.lat - centre.lat
  const east = (place.long - centre.long) * Math.cos(centre.lat * RADIANS)
  if (Math.abs(north) >= Math.abs(east)) return north > 0 ? 'north' : 'south'
  return east > 0 ? 'east' : 'west'
}

/** Free and busy cars in each part of the city, including parts without cars. */
export function countParts(centre: Point, cars: readonly AnonymousCar[]): { part: Part; free: number; busy: number }[] {
  const counts = new Map(PARTS.map((part) => [part, { part, free: 0, busy: 0 }]))
  for (const car of cars) {
    const count = counts.get(partOf(centre, car))
    if (count) count[car.is_busy ? 'busy' : 'free'] += 1
  }
  return [...counts.values()]
}
