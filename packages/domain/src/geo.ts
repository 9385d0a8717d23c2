/** Degrees WGS84. Named like the order's wire fields; services that say `lng` adapt at their edge. */
export interface Point {
  lat: number
  long: number
}

const EARTH_METRES = 6_371_008.8
const RADIANS = Math.PI / 180

/** Great-circle distance, rounded to the metre. */
export function metresBetween(a: Point, b: Point): number {
  const halfLat = ((b.lat - a.lat) * RADIANS) / 2
  const halfLong = ((b.long - a.long) * RADIANS) / 2
  const s = Math.sin(halfLat) ** 2 + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * Math.sin(halfLong) ** 2
  return Math.round(2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(s))))
}

const COARSE_METRES = 500

/**
 * The middle of the square of 500 m that the point lies in. One company counts the cars of another by it: exact distances to points of its
 * own choice would tell where each of them is.
 */
export function coarsePoint({ lat, long }: Point): Point {
  const latStep = COARSE_METRES / (EARTH_METRES * RADIANS)
  const middleLat = middleOfStep(lat, latStep)
  return { lat: middleLat, long: middleOfStep(long, latStep / Math.cos(middleLat * RADIANS)) }
}

/** As exact as a distance between the middles of two squares is. */
export function coarseMetres(metres: number): number {
  return Math.round(metres / COARSE_METRES) * COARSE_METRES
}

function middleOfStep(degrees: number, step: number): number {
  return (Math.floor(degrees / step) + 0.5) * step
}

/** Road distance when no router answers: the straight line times 1.3. */
export function roadMetresGuess(straightMetres: number): number {
  return Math.round(straightMetres * 1.3)
}

const AROUND_ROMANIA = { south: 43.5, north: 48.3, west: 20.2, east: 29.8 } as const

/** In the rectangle round the country, Ruse and Chișinău included: where a phone may say it is. Addresses ask `isInRomania`. */
export function isAroundRomania({ lat, long }: Point): boolean {
  const { south, north, west, east } = AROUND_ROMANIA
  return lat >= south && lat <= north && long >= west && long <= east
}

/** Map centre where a company has none. */
export const DEFAULT_CENTRE: Point = { lat: 45.6464113, long: 25.6270105 }
