import { foldText } from '@dispecerat/domain/geography/address-text'
import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import type { CityPlace, PlaceKind } from '../city-map.ts'
import { BucketFiles, bucketOfName } from '../tiles/bucket-files.ts'
import type { Tags } from './osm-blocks.ts'
import type { Localities } from './osm-localities.ts'
import { centreOf } from './osm-streets.ts'
import type { ExtractConsumer, OsmNode, OsmRelation, OsmWay } from './stream-extract.ts'

/** Fame of kinds of places among callers; other named places rank last. */
const KNOWN: [key: string, values: Record<string, number>, others: number | null][] = [
  ['place', { city: 1, town: 0.9, village: 0.8, suburb: 0.8, neighbourhood: 0.7, quarter: 0.7, square: 0.8 }, null],
  ['railway', { station: 1, halt: 0.5, tram_stop: 0.4 }, null],
  ['aeroway', { aerodrome: 1, terminal: 0.9 }, null],
  [
    'amenity',
    {
      bus_station: 0.9,
      hospital: 0.9,
      townhall: 0.8,
      university: 0.7,
      courthouse: 0.7,
      police: 0.6,
      theatre: 0.7,
      clinic: 0.5,
      school: 0.5,
      college: 0.5,
      marketplace: 0.7,
      fuel: 0.5,
    },
    0.35,
  ],
  ['shop', { mall: 1, supermarket: 0.6, doityourself: 0.6, department_store: 0.7 }, 0.3],
  ['tourism', { hotel: 0.6, museum: 0.6, attraction: 0.6 }, 0.4],
  ['leisure', { stadium: 0.8, park: 0.6, sports_centre: 0.5 }, 0.3],
  ['public_transport', { station: 0.6 }, null],
  ['highway', { bus_stop: 0.4 }, null],
  ['office', {}, 0.25],
  ['historic', {}, 0.4],
]
/** Kinds named after what is beside them, where nobody orders a car. */
const UNCALLED = new Set([
  'ticket',
  'atm',
  'parcel_locker',
  'vending_machine',
  'parking_entrance',
  'recycling',
  'bench',
])
/**
 * Distance within which two places of one name are one: a neighbourhood may be mapped twice, as a point and as an area with its own middle.
 */
const SAME_PLACE_METRES: Record<PlaceKind, number> = { place: 300, stop: 300, suburb: 3000, locality: 5000 }

/** Collects the named places, stops, neighbourhoods and settlements of an extract on disk, those of one name in one bucket. */
export class PlaceReader implements ExtractConsumer {
  readonly #places: BucketFiles<Omit<CityPlace, 'locality'>>
  readonly #buckets: number

  constructor(folder: string, buckets: number) {
    this.#places = new BucketFiles(folder)
    this.#buckets = buckets
  }

  node({ tags, lat, long }: OsmNode): void {
    this.#take(tags, () => ({ lat, long }))
  }

  way({ tags, points }: OsmWay): void {
    this.#take(tags, () => centreOf(points))
  }

  wantsLines(tags: Tags): boolean {
    return tags.type === 'multipolygon' && tags.name !== undefined && weightOf(tags) !== null
  }

  relation({ tags, lines }: OsmRelation): void {
    if (this.wantsLines(tags) && lines.length > 0)
      this.#take(tags, () => centreOf(lines.flatMap(({ points }) => points)))
  }

  /**
   * All places, bucket by bucket; duplicates of one name near each other are merged. Places without `detail` may get the
   * name of the street beside them. The reader is empty afterwards.
   */
  *places(localities: Localities): Generator<CityPlace[]> {
    for (const key of this.#places.keys()) {
      const byName = new Map<string, CityPlace[]>()
      for (const place of this.#places.rows(key)) {
        const name = keyOf(place)
        const doubles = byName.get(name) ?? []
        const same = doubles.find((other) => metresBetween(other, place) <= SAME_PLACE_METRES[place.kind])
        if (same) same.weight = Math.max(same.weight, place.weight)
        else doubles.push({ ...place, locality: place.kind === 'locality' ? place.name : localities.at(place) })
        byName.set(name, doubles)
      }
      this.#places.drop(key)
      yield [...byName.values()].flat()
    }
  }

  #take(tags: Tags, at: () => Point): void {
    const weight = weightOf(tags)
    if (weight === null || !tags.name) return
    const place = placeOf(tags, at(), weight)
    this.#places.put(bucketOfName(keyOf(place), this.#buckets), place)
  }
}

function keyOf({ kind, name }: Pick<CityPlace, 'kind' | 'name'>): string {
  return `${kind} ${foldText(name)}`
}

function weightOf(tags: Tags): number | null {
  let best: number | null = null
  for (const [key, values, others] of KNOWN) {
    const value = tags[key]
    if (value === undefined || value === 'locality' || UNCALLED.has(value)) continue
    const weight = values[value] ?? others
    if (weight !== null && (best === null || weight > best)) best = weight
  }
  return best
}

function placeOf(tags: Tags, { lat, long }: Point, weight: number): Omit<CityPlace, 'locality'> {
  const kind = kindOf(tags)
  const { name, aliases } = namesOf(tags, kind)
  const street = tags['addr:street']
  const detail = street ? [street, tags['addr:housenumber']].filter(Boolean).join(' ') : ''
  return { kind, name, aliases, detail, lat, long, weight }
}

function kindOf(tags: Tags): PlaceKind {
  if (tags.place === 'suburb' || tags.place === 'neighbourhood' || tags.place === 'quarter') return 'suburb'
  if (tags.place && tags.place !== 'square') return 'locality'
  if (tags.amenity === 'taxi') return 'stop'
  if (tags.amenity || (tags.railway && tags.railway !== 'tram_stop')) return 'place'
  const isStop = tags.highway === 'bus_stop' || tags.railway === 'tram_stop' || tags.public_transport === 'station'
  return isStop ? 'stop' : 'place'
}

/** Callers say 'gara' and 'autogara', while signs have only the town's name. */
function namesOf(tags: Tags, kind: PlaceKind): { name: string; aliases: string[] } {
  const name = tags.name ?? ''
  const aliases = [tags.alt_name, tags.old_name, tags.short_name, tags['name:ro'], tags.official_name]
    .flatMap((names) => names?.split(';') ?? [])
    .map((alias) => alias.trim())
    .filter((alias) => alias !== '' && foldText(alias) !== foldText(name))
  if (kind === 'stop' && !/^sta[tțţ]i/i.test(name)) {
    return { name: tags.amenity === 'taxi' ? `Stația de taxi ${name}` : `Stația ${name}`, aliases: [name, ...aliases] }
  }
  const spoken = spokenName(tags, name)
  if (spoken !== name) return { name: spoken, aliases: [`${spoken} CFR`, ...aliases] }
  if (kind === 'place' && tags.aeroway === 'aerodrome') return { name, aliases: [`Aeroport ${name}`, ...aliases] }
  return { name, aliases }
}

function spokenName(tags: Tags, name: string): string {
  const isStation = tags.railway === 'station' || tags.railway === 'halt'
  if (isStation && !/^(gara|halta)\b/i.test(name)) return `Gara ${name.replace(/ (Hm|Hc|h)\.?$/i, '')}`
  return name
}
