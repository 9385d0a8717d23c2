/** Degrees WGS84. Named like the order's wire fields; clients of services with `lng` convert it. */
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
 * Centre of the 500 m square that contains the point. Another company's cars are counted by it: exact distances to points of its own choice
 * would reveal where each car is.
 */
export function coarsePoint({ lat, long }: Point): Point {
  const latStep = COARSE_METRES / (EARTH_METRES * RADIANS)
  const middleLat = middleOfStep(lat, latStep)
  return { lat: middleLat, long: middleOfStep(long, latStep / Math.cos(middleLat * RADIANS)) }
}

/** Rounds a distance to the precision of a distance between the centres of two squares. */
export function coarseMetres(metres: number): number {
  return Math.round(metres / COARSE_METRES) * COARSE_METRES
}

function middleOfStep(degrees: number, step: number): number {
  return (Math.floor(degrees / step) + 0.5) * step
}

/** Estimated road distance when no router answers: the straight line times 1.3. */
export function roadMetresGuess(straightMetres: number): number {
  return Math.round(straightMetres * 1.3)
}

const AROUND_ROMANIA = { south: 43.5, north: 48.3, west: 20.2, east: 29.8 } as const

/** Rectangle around the country, with Ruse and Chișinău: positions of phones are accepted there. Addresses use `isInRomania`. */
export function isAroundRomania({ lat, long }: Point): boolean {
  const { south, north, west, east } = AROUND_ROMANIA
  return lat >= south && lat <= north && long >= west && long <= east
}

/** Map centre of a company that has none. */
export const DEFAULT_CENTRE: Point = { lat: 45.6464113, long: 25.6270105 }
