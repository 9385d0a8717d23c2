import type { HouseNumber } from '@dispecerat/domain/geography/address-text'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { Spot } from './gazetteer.store.ts'

export interface WantedHouse {
  house: HouseNumber | null
  bloc: string | null
  scara: string | null
}

export interface FoundHouse extends Point {
  precision: 'rooftop' | 'interpolated'
  house: HouseNumber | null
  bloc: string | null
  scara: string | null
}

/** Up to so many numbers past the last known house the place is a good estimate; further, only the street is known. */
const BEYOND_THE_LAST = 12

/**
 * Finds the requested house in a street, whose houses come in the order of their numbers. A bloc is more specific than a number, unless
 * it has another house number than the requested one. An unsurveyed number is interpolated between its neighbours on its own side of the
 * street; null when the street has no number of that side.
 */
export function findHouse(houses: readonly Spot[], wanted: WantedHouse): FoundHouse | null {
  const { house } = wanted
  const building = wanted.bloc ? findBuilding(houses, wanted) : null
  const hasDoor = house !== null && houses.some((spot) => spot.number === house.number && spot.suffix === house.suffix)
  if (building && !(hasDoor && building.house !== null && building.house.number !== house.number)) return building
  if (!house) return null
  const same = houses.filter((spot) => spot.number === house.number)
  const door = same.find((s) => s.suffix === house.suffix && (!wanted.scara || s.scara === wanted.scara))
  const exact = door ?? same.find((s) => s.suffix === house.suffix) ?? same[0]
  if (exact) {
    const scara = exact.scara === wanted.scara ? exact.scara : null
    return {
      precision: exact.suffix === house.suffix ? 'rooftop' : 'interpolated',
      house,
      bloc: null,
      scara,
      ...at(exact),
    }
  }
  return between(houses, house)
}

function findBuilding(houses: readonly Spot[], { house, bloc, scara }: WantedHouse): FoundHouse | null {
  const blocs = houses.filter((spot) => spot.bloc === bloc)
  const best =
    blocs.find((s) => s.scara === scara && s.number === (house?.number ?? s.number)) ??
    blocs.find((s) => s.scara === scara) ??
    blocs[0]
  if (!best) return null
  const number = best.number === null ? null : { number: best.number, suffix: best.suffix }
  return {
    precision: 'rooftop',
    house: number,
    bloc: best.bloc,
    scara: best.scara === scara ? scara : null,
    ...at(best),
  }
}

function between(houses: readonly Spot[], house: HouseNumber): FoundHouse | null {
  const side = houses.filter((spot) => spot.number !== null && spot.number % 2 === house.number % 2)
  const before = side.filter((spot) => (spot.number ?? 0) < house.number).at(-1)
  const after = side.find((spot) => (spot.number ?? 0) > house.number)
  const one = before ?? after
  if (!one || ((!before || !after) && Math.abs((one.number ?? 0) - house.number) > BEYOND_THE_LAST)) return null
  const from = before ?? one
  const to = after ?? one
  const span = (to.number ?? 0) - (from.number ?? 0)
  const share = span === 0 ? 0 : (house.number - (from.number ?? 0)) / span
  return {
    precision: 'interpolated',
    house,
    bloc: null,
    scara: null,
    lat: from.lat + (to.lat - from.lat) * share,
    long: from.long + (to.long - from.long) * share,
  }
}

function at({ lat, long }: Point): Point {
  return { lat, long }
}
