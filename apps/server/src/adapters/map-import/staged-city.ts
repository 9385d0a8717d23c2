import path from 'node:path'
import type { BanCounts } from '../routing/roads/forbidden-turns.ts'
import type { RoadGraph } from '../routing/roads/road-graph.ts'
import { RoadGraphBuilder } from '../routing/roads/road-graph-builder.ts'
import { BesideStreets, type Found, type KnownStreet } from './beside-streets.ts'
import type { Bounds, MapLayer, MapShape } from './city-map.ts'
import { ExtractError } from './extract/extract-error.ts'
import { type Localities, LocalityReader } from './extract/osm-localities.ts'
import { PlaceReader } from './extract/osm-places.ts'
import { ShapeReader } from './extract/osm-shapes.ts'
import { StreetReader } from './extract/osm-streets.ts'
import type { ExtractConsumer } from './extract/stream-extract.ts'
import { freeId } from './gazetteer-rows.ts'
import { type RoadsWanted, roadsWithin } from './roads-within.ts'
import { StreetBounds } from './street-bounds.ts'
import { labelOf, numberLabel } from './tiles/map-labels.ts'

/** Makes a bucket of a country's hundred thousand street names as big as a small town. */
const BUCKETS = 512

/**
 * A city or a country between reading and loading: everything is sorted on disk, and is returned once, in this order:
 * streets, then what depends on all of them, then bounds.
 */
export class StagedCity {
  readonly consumers: readonly ExtractConsumer[]
  readonly #localityReader = new LocalityReader()
  readonly #streetReader: StreetReader
  readonly #placeReader: PlaceReader
  readonly #beside: BesideStreets
  readonly #draw: (layer: MapLayer, shape: MapShape) => void
  readonly #bounds = new StreetBounds()
  readonly #roads = new RoadGraphBuilder()
  #localities: Localities | null = null
  #streets = 0

  /** `draw` gets every shape of the map, names and house numbers included. */
  constructor(folder: string, roads: RoadsWanted, draw: (layer: MapLayer, shape: MapShape) => void) {
    this.#draw = draw
    this.#beside = new BesideStreets(path.join(folder, 'beside'))
    this.#streetReader = new StreetReader(path.join(folder, 'streets'), BUCKETS, (houses) => {
      this.#beside.addHouses(houses)
      for (const house of houses) for (const shape of numberLabel(house)) draw('addresses', shape)
    })
    this.#placeReader = new PlaceReader(path.join(folder, 'places'), BUCKETS)
    this.consumers = [
      this.#localityReader,
      this.#streetReader,
      this.#placeReader,
      roadsWithin(this.#roads, roads),
      new ShapeReader(draw),
    ]
  }

  /** Call it once the extract is read: the streets with the houses that name them. Throws ExtractError where there are none. */
  *streets(seen: (share: number) => void = () => {}): Generator<KnownStreet[]> {
    const localities = this.localities()
    for (const bucket of this.#streetReader.streets(localities, seen)) {
      const taken = new Set<number>()
      const streets = bucket.map((street) => ({ ...street, id: freeId(taken, 'street', street) }))
      for (const street of streets) this.#note(street)
      this.#streets += streets.length
      yield streets
    }
    if (this.#streets === 0) throw new ExtractError('The extract holds no streets: nothing a car could be called to')
  }

  /** Call it after the streets: places, and houses whose street had to be found. */
  *rest(seen: (share: number) => void = () => {}): Generator<Found> {
    for (const bucket of this.#placeReader.places(this.localities())) {
      const taken = new Set<number>()
      for (const place of bucket) this.#beside.addPlace({ ...place, id: freeId(taken, place.kind, place) })
      for (const place of bucket) for (const shape of labelOf(place)) this.#draw('places', shape)
    }
    yield* this.#beside.find(seen)
  }

  localities(): Localities {
    this.#localities ??= this.#localityReader.localities()
    return this.#localities
  }

  /** Call it after the streets: the box of all of them. */
  bounds(): Bounds {
    return this.#bounds.box()
  }

  /** For the router, at any time once the extract is read. */
  roads(): RoadGraph {
    return this.#roads.finish()
  }

  /** Call it after the roads. */
  turnBans(): BanCounts {
    return this.#roads.banCounts
  }

  #note(street: KnownStreet): void {
    this.#beside.addStreet(street)
    this.#bounds.add(street)
    for (const house of street.houses) for (const shape of numberLabel(house)) this.#draw('addresses', shape)
  }
}
