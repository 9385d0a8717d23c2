// Apart from import-extract.ts: a rule that tests use without a database.

import path from 'node:path'
import { metresBetween } from '@dispecerat/domain/kernel/geo'
import type { StagedCity } from './staged-city.ts'

/** A wider map is a region or a country, and is not named after its biggest town. */
const CITY_METRES = 120_000

/** 'Brașov' for the surroundings of one town; a region is named after its file: romania-latest.osm.pbf is 'Romania'. */
export function nameOfMap(file: string, city: Pick<StagedCity, 'bounds' | 'localities'>): string {
  const { south, west, north, east } = city.bounds()
  const isCity = metresBetween({ lat: south, long: west }, { lat: north, long: east }) <= CITY_METRES
  const main = city.localities().main?.name
  return isCity && main ? main : nameOfFile(file)
}

function nameOfFile(file: string): string {
  const words = path
    .basename(file)
    .replace(/\.osm\.pbf$/, '')
    .split(/[-_\s]+/)
    .filter((word) => word !== 'latest' && !/^\d+$/.test(word))
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || path.basename(file)
}
