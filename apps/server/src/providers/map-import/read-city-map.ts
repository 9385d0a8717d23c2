import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Bounds, CityMap, CityPlace, CityStreet, MapShape } from './city-map.ts'
import { ExtractError, type OsmExtract, readExtract } from './osm-extract.ts'
import { localitiesOf } from './osm-localities.ts'
import { placesOf } from './osm-places.ts'
import { label, positionOf, shapesOf } from './osm-shapes.ts'
import { streetsOf } from './osm-streets.ts'

/** From this weight on a place's name is drawn on the map. */
const LANDMARK_WEIGHT = 0.7

/** Reads an OpenStreetMap extract as a city. Throws ExtractError for a missing, damaged or empty file. */
export async function readCityMap(file: string): Promise<CityMap> {
  const city = cityMapOf(await readExtract(file), path.basename(file).replace(/\.osm\.pbf$/, ''))
  if (city.streets.length === 0) throw new ExtractError(`${file} holds no streets`)
  return { ...city, source: `osm:${await digestOf(file)}` }
}

/** `fallbackName` names a region without a settlement. */
export function cityMapOf(extract: OsmExtract, fallbackName: string): CityMap {
  const localities = localitiesOf(extract)
  const streets = streetsOf(extract, localities)
  const places = placesOf(extract, streets, localities)
  const shapes = shapesOf(extract)
  shapes.places.push(...places.flatMap(labelOf))
  shapes.addresses.push(...streets.flatMap(numbersOf))
  return {
    name: localities.main?.name ?? fallbackName,
    source: '',
    schematic: false,
    attribution: '© OpenStreetMap contributors',
    bounds: boundsOf(streets),
    streets,
    places,
    shapes,
  }
}

/** Names of the best known places; suburbs and settlements are already drawn. */
export function labelOf(place: CityPlace): MapShape[] {
  if (place.kind === 'stop') return [label('stop', place.name, place)]
  const isLandmark = place.kind === 'place' && place.weight >= LANDMARK_WEIGHT && !place.name.startsWith('Gara ')
  return isLandmark ? [label('landmark', place.name, place)] : []
}

export function numbersOf(street: CityStreet): MapShape[] {
  return street.houses.flatMap(({ number, suffix, lat, long }): MapShape[] => {
    if (number === null) return []
    const geometry = { type: 'Point' as const, coordinates: positionOf({ lat, long }) }
    return [{ type: 'Feature', properties: { kind: 'address', name: `${number}${suffix.toUpperCase()}` }, geometry }]
  })
}

/** Box of everything a street touches, with a margin of about a kilometre. */
export function boundsOf(streets: CityStreet[]): Bounds {
  const margin = 0.01
  const bounds = { west: 180, south: 90, east: -180, north: -90 }
  for (const { lat, long } of streets.flatMap((street) => street.line)) {
    bounds.west = Math.min(bounds.west, long - margin)
    bounds.east = Math.max(bounds.east, long + margin)
    bounds.south = Math.min(bounds.south, lat - margin)
    bounds.north = Math.max(bounds.north, lat + margin)
  }
  return bounds
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex').slice(0, 16)
}
