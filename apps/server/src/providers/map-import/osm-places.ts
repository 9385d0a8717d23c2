import { foldText } from '@dispecerat/domain/address-text'
import { metresBetween, type Point } from '@dispecerat/domain/geo'
import type { CityPlace, CityStreet, PlaceKind } from './city-map.ts'
import type { OsmExtract, Tags } from './osm-extract.ts'
import type { Localities } from './osm-localities.ts'
import { centreOf } from './osm-streets.ts'
import { StreetGrid } from './street-grid.ts'

/** How well known places of a kind are among callers; other named places stand at the end. */
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
/** Named after what stands beside them; nobody orders a car there. */
const UNCALLED = new Set([
  'ticket',
  'atm',
  'parcel_locker',
  'vending_machine',
  'parking_entrance',
  'recycling',
  'bench',
])
/** A neighbourhood may be mapped twice, as a point and as an area with its own middle. */
const SAME_PLACE_METRES: Record<PlaceKind, number> = { place: 300, stop: 300, suburb: 3000, locality: 5000 }
const BESIDE_METRES = 120

/** Named places, stops, neighbourhoods and settlements; doubles of one name near each other are one place. */
export function placesOf(extract: OsmExtract, streets: CityStreet[], localities: Localities): CityPlace[] {
  const grid = new StreetGrid(streets)
  const byName = new Map<string, CityPlace[]>()
  const take = (tags: Tags, at: () => Point) => {
    const weight = weightOf(tags)
    if (weight === null || !tags.name) return
    const place = placeOf(tags, at(), weight, grid, localities)
    const key = `${place.kind} ${foldText(place.name)}`
    const doubles = byName.get(key) ?? []
    const same = doubles.find((other) => metresBetween(other, place) <= SAME_PLACE_METRES[place.kind])
    if (same) same.weight = Math.max(same.weight, place.weight)
    else byName.set(key, [...doubles, place])
  }
  for (const node of extract.nodes) take(node.tags, () => node)
  for (const way of extract.ways) take(way.tags, () => centreOf(way.points))
  for (const { tags, ways } of extract.relations) {
    const points = ways.flatMap(({ way }) => way.points)
    if (tags.type === 'multipolygon' && points.length > 0) take(tags, () => centreOf(points))
  }
  return [...byName.values()].flat()
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

function placeOf(tags: Tags, at: Point, weight: number, grid: StreetGrid, localities: Localities): CityPlace {
  const kind = kindOf(tags)
  const { name, aliases } = namesOf(tags, kind)
  const street =
    tags['addr:street'] ?? (kind === 'place' || kind === 'stop' ? grid.nearest(at, BESIDE_METRES)?.name : undefined)
  const number = tags['addr:street'] ? tags['addr:housenumber'] : undefined
  return {
    kind,
    name,
    aliases,
    detail: [street, number].filter(Boolean).join(' '),
    locality: kind === 'locality' ? name : localities.at(at),
    lat: at.lat,
    long: at.long,
    weight,
  }
}

function kindOf(tags: Tags): PlaceKind {
  if (tags.place === 'suburb' || tags.place === 'neighbourhood' || tags.place === 'quarter') return 'suburb'
  if (tags.place && tags.place !== 'square') return 'locality'
  if (tags.amenity === 'taxi') return 'stop'
  if (tags.amenity || (tags.railway && tags.railway !== 'tram_stop')) return 'place'
  const isStop = tags.highway === 'bus_stop' || tags.railway === 'tram_stop' || tags.public_transport === 'station'
  return isStop ? 'stop' : 'place'
}

/** Callers say 'gara' and 'autogara', signs only carry the town's name. */
function namesOf(tags: Tags, kind: PlaceKind): { name: string; aliases: string[] } {
  const name = tags.name ?? ''
  const aliases = [tags.alt_name, tags.old_name, tags.short_name, tags['name:ro'], tags.official_name]
    .flatMap((names) => names?.split(';') ?? [])
    .map((alias) => alias.trim())
    .filter((alias) => alias !== '' && foldText(alias) !== foldText(name))
  if (kind === 'stop' && !/^sta[tțţ]i/i.test(name)) {
    return { name: tags.amenity === 'taxi' ? `Stația de taxi ${name}` : `Stația ${name}`, aliases: [name, ...aliases] }
  }
  const said = saidName(tags, name)
  if (said !== name) return { name: said, aliases: [`${said} CFR`, ...aliases] }
  if (kind === 'place' && tags.aeroway === 'aerodrome') return { name, aliases: [`Aeroport ${name}`, ...aliases] }
  return { name, aliases }
}

function saidName(tags: Tags, name: string): string {
  const isStation = tags.railway === 'station' || tags.railway === 'halt'
  if (isStation && !/^(gara|halta)\b/i.test(name)) return `Gara ${name.replace(/ (Hm|Hc|h)\.?$/i, '')}`
  return name
}
