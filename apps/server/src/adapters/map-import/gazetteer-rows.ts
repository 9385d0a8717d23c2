import { createHash } from 'node:crypto'
import { foldText, splitStreetName } from '@dispecerat/domain/geography/address-text'
import type { CityHouse, CityMap, CityPlace, CityStreet } from './city-map.ts'

export interface NameRow {
  id: number
  kind: 'street' | CityPlace['kind']
  name: string
  type: string
  core: string
  detail: string
  locality: string
  lat: number
  long: number
  weight: number
  /** Space separated lexemes. */
  words: string
}

export interface SpotRow {
  streetId: number
  number: number | null
  suffix: string
  bloc: string | null
  scara: string | null
  lat: number
  long: number
}

export interface GazetteerRows {
  names: NameRow[]
  spots: SpotRow[]
}

/** The rows of a city that is in memory. */
export function* gazetteerRowsOf(city: CityMap): Generator<GazetteerRows> {
  const taken = new Set<number>()
  for (const street of city.streets) yield streetRows(freeId(taken, 'street', street), street)
  for (const place of city.places) {
    yield { names: placeRows(freeId(taken, place.kind, place), place), spots: [] }
  }
}

export function streetRows(id: number, street: CityStreet): GazetteerRows {
  const names = namesOf(id, 'street', { ...street, detail: '' })
  const line = street.line.map(({ lat, long }) => ({ ...NO_HOUSE, streetId: id, lat, long }))
  return { names, spots: [...houseRows(id, street.houses), ...line] }
}

export function houseRows(streetId: number, houses: readonly CityHouse[]): SpotRow[] {
  return houses.map((house) => ({ streetId, ...house }))
}

export function placeRows(id: number, place: CityPlace): NameRow[] {
  return namesOf(id, place.kind, place)
}

const NO_HOUSE = { number: null, suffix: '', bloc: null, scara: null }

/**
 * 48 bits of a hash of the entry, so that the same street or place gets the same id at the next import; a rare collision
 * takes the next free number. Colliding entries have one name, so `taken` need not outlive its bucket.
 */
export function freeId(taken: Set<number>, kind: NameRow['kind'], entry: CityStreet | CityPlace): number {
  const about = `${kind}|${foldText(entry.name)}|${foldText(entry.locality)}`
  const where = kind === 'street' ? '' : `|${entry.lat.toFixed(3)}|${entry.long.toFixed(3)}`
  let id = createHash('sha256')
    .update(about + where)
    .digest()
    .readUIntBE(0, 6)
  while (taken.has(id)) id++
  taken.add(id)
  return id
}

function namesOf(id: number, kind: NameRow['kind'], entry: Omit<CityPlace, 'kind'>): NameRow[] {
  const rows = new Map<string, NameRow>()
  for (const name of [entry.name, ...entry.aliases]) {
    const { type, core } = splitStreetName(name)
    if (core === '' || rows.has(core)) continue
    const words = new Set([
      ...type.split(' '),
      ...core.split(' '),
      ...foldText(`${entry.detail} ${entry.locality}`).split(' '),
    ])
    rows.set(core, {
      id,
      kind,
      name: entry.name,
      type,
      core,
      detail: entry.detail,
      locality: entry.locality,
      lat: entry.lat,
      long: entry.long,
      weight: entry.weight,
      words: [...words].join(' '),
    })
  }
  return [...rows.values()]
}
