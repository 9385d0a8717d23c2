import path from 'node:path'
import { foldText, readBuilding, readHouseNumbers, splitStreetName } from '@dispecerat/domain/geography/address-text'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CityHouse, CityStreet } from '../city-map.ts'
import { packLine, unpackLine } from '../packed-line.ts'
import { PointGrid } from '../point-grid.ts'
import { clustersOf, type StreetPiece, streetOf } from '../street-pieces.ts'
import { BucketFiles, bucketOfName } from '../tiles/bucket-files.ts'
import type { Tags } from './osm-blocks.ts'
import type { Localities } from './osm-localities.ts'
import type { ExtractConsumer, OsmNode, OsmWay } from './stream-extract.ts'

/** Other ways (service lanes, footways) count only when their name begins with a street type: the rest are car parks and stops. */
const WEIGHTS: Record<string, number> = {
  motorway: 0.5,
  trunk: 0.8,
  primary: 0.9,
  secondary: 0.8,
  tertiary: 0.7,
  residential: 0.5,
  unclassified: 0.5,
  living_street: 0.5,
  pedestrian: 0.6,
  road: 0.3,
}
/** A house further away from every piece of its street has a wrong street name, or belongs to another village. */
const HOUSE_METRES = 1500

interface PieceRow {
  name: string
  aliases: string[]
  weight: number
  line: number[]
}

interface HouseRow {
  street: string
  houses: CityHouse[]
}

/**
 * Collects the named ways and the houses of an extract on disk, those of one name in one bucket, so that the streets of a
 * country are built some hundred names at a time.
 */
export class StreetReader implements ExtractConsumer {
  readonly #pieces: BucketFiles<PieceRow>
  readonly #houses: BucketFiles<HouseRow>
  readonly #buckets: number
  readonly #nameless: (houses: CityHouse[]) => void

  /** `nameless` gets houses without a street name. */
  constructor(folder: string, buckets: number, nameless: (houses: CityHouse[]) => void) {
    this.#pieces = new BucketFiles(path.join(folder, 'pieces'))
    this.#houses = new BucketFiles(path.join(folder, 'houses'))
    this.#buckets = buckets
    this.#nameless = nameless
  }

  node({ tags, lat, long }: OsmNode): void {
    if (isAddress(tags)) this.#takeHouse(tags, { lat, long })
  }

  way({ tags, points }: OsmWay): void {
    if (isAddress(tags)) this.#takeHouse(tags, centreOf(points))
    const { highway } = tags
    const weight = WEIGHTS[highway?.replace('_link', '') ?? '']
    const numbers = roadNumbers(tags)
    // Between towns a road has a number and no name.
    const name = tags.name ?? (weight === undefined ? undefined : numbers[0])
    if (!highway || !name) return
    if (weight === undefined && splitStreetName(name).type === '') return
    const aliases = [...((tags.old_name ?? tags.alt_name)?.split(';') ?? []), ...numbers]
    this.#pieces.put(this.#bucketOf(name), { name, aliases, weight: weight ?? 0.3, line: packLine(points) })
  }

  /** All streets with the houses that name them, bucket by bucket; `seen` gets the share. The reader is empty afterwards. */
  *streets(localities: Localities, seen: (share: number) => void): Generator<CityStreet[]> {
    const keys = [...new Set([...this.#pieces.keys(), ...this.#houses.keys()])]
    for (const [done, key] of keys.entries()) {
      const byName = new Map<string, StreetsOfName>()
      const ofName = (name: string) => {
        const folded = foldText(name)
        const known = byName.get(folded) ?? new StreetsOfName(localities)
        byName.set(folded, known)
        return known
      }
      for (const row of this.#pieces.rows(key)) ofName(row.name).pieces.push({ ...row, line: unpackLine(row.line) })
      for (const { street, houses } of this.#houses.rows(key)) ofName(street).place(street, houses)
      seen((done + 1) / keys.length)
      this.#pieces.drop(key)
      this.#houses.drop(key)
      yield [...byName.values()].flatMap((streets) => streets.all())
    }
  }

  #takeHouse(tags: Tags, at: Point): void {
    const houses = housesOf(tags, at)
    const street = tags['addr:street']
    if (houses.length === 0) return
    if (street) this.#houses.put(this.#bucketOf(street), { street, houses })
    else this.#nameless(houses)
  }

  #bucketOf(name: string): string {
    return bucketOfName(foldText(name), this.#buckets)
  }
}

/** Splits 'DN1;E60' into road numbers as on signs, and with the blank that people type: DN1, DN 1, E60, E 60. A motorway has none. */
function roadNumbers({ ref, int_ref: european }: Tags): string[] {
  return [ref, european].flatMap((text) =>
    (text ?? '').split(';').flatMap((each) => {
      const [, kind, number] = /^\s*(DN|DJ|DC|E|A) ?(\d{1,4}[A-Z]?)\s*$/i.exec(each) ?? []
      if (!kind || !number) return []
      return kind.toUpperCase() === 'A' ? [`${kind}${number}`] : [`${kind}${number}`, `${kind} ${number}`]
    }),
  )
}

/** The streets of one name, anywhere in the country. */
class StreetsOfName {
  readonly pieces: StreetPiece[] = []
  readonly #localities: Localities
  #streets: CityStreet[] | null = null
  readonly #grid = new PointGrid<CityStreet>(HOUSE_METRES)

  constructor(localities: Localities) {
    this.#localities = localities
  }

  all(): CityStreet[] {
    this.#streets ??= clustersOf(this.pieces).map((cluster) => this.#known(streetOf(cluster, this.#localities)))
    return this.#streets
  }

  /** Assigns houses to the nearest street of the name; a name without a street nearby becomes one. */
  place(name: string, houses: CityHouse[]): void {
    const [first] = houses
    if (!first) return
    const streets = this.all()
    const at = { lat: first.lat, long: first.long }
    let street = this.#grid.nearest(at)
    if (!street) {
      street = this.#known(streetOf([{ name, aliases: [], weight: 0.3, line: [at] }], this.#localities))
      streets.push(street)
    }
    street.houses.push(...houses)
  }

  #known(street: CityStreet): CityStreet {
    for (const at of street.line) this.#grid.add(at, street)
    return street
  }
}

function isAddress(tags: Tags): boolean {
  return tags['addr:housenumber'] !== undefined || (tags.building !== undefined && /^bl(oc)?\b/i.test(tags.name ?? ''))
}

/** A corner of a closed way is counted once. */
export function centreOf(points: readonly Point[]): Point {
  const [first] = points
  const last = points.at(-1)
  const corners = first?.lat === last?.lat && first?.long === last?.long ? points.slice(1) : points
  return {
    lat: corners.reduce((sum, p) => sum + p.lat, 0) / corners.length,
    long: corners.reduce((sum, p) => sum + p.long, 0) / corners.length,
  }
}

function housesOf(tags: Tags, at: Point): CityHouse[] {
  const sign = tags['addr:housenumber'] ?? ''
  const { bloc, scara } = readBuilding(`${tags['addr:housename'] ?? tags.name ?? ''} ${sign}`)
  const where = { bloc, scara, lat: at.lat, long: at.long }
  const numbers = readHouseNumbers(sign)
  if (numbers.length === 0) return bloc ? [{ number: null, suffix: '', ...where }] : []
  return numbers.map(({ number, suffix }) => ({ number, suffix, ...where }))
}
