import path from 'node:path'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CityHouse, CityPlace, CityStreet } from './city-map.ts'
import { packLine, unpackLine } from './packed-line.ts'
import { PointGrid } from './point-grid.ts'
import { BucketFiles } from './tiles/bucket-files.ts'
import { column, row } from './tiles/cut-tiles.ts'

/** A bucket is a square of some 14 km. */
const BUCKET_ZOOM = 11
/** Some 150 m: streets this near to the edge of a square belong to its neighbour too. */
const MARGIN_DEGREES = 0.002
const HOUSE_METRES = 100
const PLACE_METRES = 120

export interface KnownStreet extends CityStreet {
  id: number
}

export interface KnownPlace extends CityPlace {
  id: number
}

export interface Found {
  houses: { streetId: number; houses: CityHouse[] }[]
  places: KnownPlace[]
}

interface StreetRow {
  id: number
  name: string
  line: number[]
}

/** Finds the street beside houses and places that name none, one square of the country at a time. */
export class BesideStreets {
  readonly #streets: BucketFiles<StreetRow>
  readonly #houses: BucketFiles<CityHouse[]>
  readonly #places: BucketFiles<KnownPlace>

  constructor(folder: string) {
    this.#streets = new BucketFiles(path.join(folder, 'streets'))
    this.#houses = new BucketFiles(path.join(folder, 'houses'))
    this.#places = new BucketFiles(path.join(folder, 'places'))
  }

  addStreet({ id, name, line }: KnownStreet): void {
    const bySquare = new Map<string, Point[]>()
    for (const point of line) {
      for (const square of squaresAround(point)) {
        const points = bySquare.get(square)
        if (points) points.push(point)
        else bySquare.set(square, [point])
      }
    }
    for (const [square, points] of bySquare) this.#streets.put(square, { id, name, line: packLine(points) })
  }

  /** Adds the houses of one building. */
  addHouses(houses: CityHouse[]): void {
    if (houses[0]) this.#houses.put(squareOf(houses[0]), houses)
  }

  addPlace(place: KnownPlace): void {
    this.#places.put(squareOf(place), place)
  }

  /** Call it once all streets are known: returns everything that was added, with its street where there is one, and empties the reader. */
  *find(seen: (share: number) => void): Generator<Found> {
    const squares = [...new Set([...this.#houses.keys(), ...this.#places.keys()])]
    for (const [done, square] of squares.entries()) {
      const grid = new PointGrid<StreetRow>(PLACE_METRES)
      for (const street of this.#streets.rows(square)) {
        for (const at of unpackLine(street.line)) grid.add(at, street)
      }
      const found: Found = { houses: [], places: [] }
      for (const houses of this.#houses.rows(square)) {
        const street = houses[0] && grid.nearest(houses[0], HOUSE_METRES)
        if (street) found.houses.push({ streetId: street.id, houses })
      }
      for (const place of this.#places.rows(square)) {
        const isBeside = place.detail === '' && (place.kind === 'place' || place.kind === 'stop')
        const detail = isBeside ? (grid.nearest(place)?.name ?? '') : place.detail
        found.places.push({ ...place, detail })
      }
      seen((done + 1) / squares.length)
      yield found
      for (const files of [this.#houses, this.#places, this.#streets]) files.drop(square)
    }
  }
}

function squareOf({ lat, long }: Point): string {
  return `${column(long, BUCKET_ZOOM)}-${row(lat, BUCKET_ZOOM)}`
}

function squaresAround({ lat, long }: Point): Set<string> {
  const squares = new Set<string>()
  for (const dLat of [-MARGIN_DEGREES, MARGIN_DEGREES]) {
    for (const dLong of [-MARGIN_DEGREES, MARGIN_DEGREES]) {
      squares.add(squareOf({ lat: lat + dLat, long: long + dLong }))
    }
  }
  return squares
}
