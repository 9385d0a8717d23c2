import type { Point } from '@dispecerat/domain/kernel/geo'

/** One of this many drivers waits at a stand while idle; the others roam. */
const ONE_OF = 3
/** Degrees north between two cars in a row: some 7 m. */
const CAR_LENGTH = 0.00006

/** Waiting place of the driver with this index; null for one who roams. Stands are filled in turn. */
export function waitingPlace(stands: readonly Point[], index: number): Point | null {
  if (index % ONE_OF !== 0) return null
  const turn = index / ONE_OF
  const stand = stands[turn % stands.length]
  return stand ? { lat: stand.lat + Math.floor(turn / stands.length) * CAR_LENGTH, long: stand.long } : null
}

/** Parses '45.66,25.61;45.64,25.59' into two places. Throws on anything else; an empty text is an empty list. */
export function readPlaces(text: string): Point[] {
  return text
    .split(';')
    .filter((place) => place.trim() !== '')
    .map((place) => {
      const [lat = Number.NaN, long = Number.NaN, ...rest] = place.split(',').map(Number)
      if (!(Math.abs(lat) <= 90 && Math.abs(long) <= 180) || rest.length > 0) throw new Error(`"${place}" is no place`)
      return { lat, long }
    })
}

export function writePlaces(places: readonly Point[]): string {
  return places.map(({ lat, long }) => `${lat},${long}`).join(';')
}
