import { createHash } from 'node:crypto'
import { foldText, splitStreetName } from '@dispecerat/domain/address-text'
import type { CityMap, CityPlace, CityStreet } from './city-map.ts'

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

/** The rows of a city's names and street points, with ids that the same street or place gets again at the next import. */
export function gazetteerRowsOf(city: CityMap): { names: NameRow[]; spots: SpotRow[] } {
  const taken = new Set<number>()
  const names: NameRow[] = []
  const spots: SpotRow[] = []
  for (const street of city.streets) {
    const id = freeId(taken, 'street', street)
    names.push(...namesOf(id, 'street', { ...street, detail: '' }))
    for (const house of street.houses) spots.push({ streetId: id, ...house })
    for (const { lat, long } of street.line)
      spots.push({ streetId: id, number: null, suffix: '', bloc: null, scara: null, lat, long })
  }
  for (const place of city.places) names.push(...namesOf(freeId(taken, place.kind, place), place.kind, place))
  return { names, spots }
}

/** 48 bits of a digest of what the entry is; the rare twin takes the next free number. */
function freeId(taken: Set<number>, kind: string, entry: CityStreet | CityPlace): number {
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
