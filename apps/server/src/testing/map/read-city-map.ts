import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type CityMap, type CityPlace, noShapes } from '../../adapters/map-import/city-map.ts'
import { streamExtract } from '../../adapters/map-import/extract/stream-extract.ts'
import { OSM_ATTRIBUTION } from '../../adapters/map-import/import-extract.ts'
import { nameOfMap } from '../../adapters/map-import/name-of-map.ts'
import { StagedCity } from '../../adapters/map-import/staged-city.ts'

/** Reads the extract of a town into memory. Throws ExtractError for a missing, damaged or empty file. */
export async function readCityMap(file: string): Promise<CityMap> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'dispecerat-map-'))
  try {
    const shapes = noShapes()
    const city = new StagedCity(folder, 'all', (layer, shape) => shapes[layer].push(shape))
    const { digest } = await streamExtract(file, city.consumers, { folder })
    const streets = new Map([...city.streets()].flat().map((street) => [street.id, street]))
    const places: CityPlace[] = []
    for (const found of city.rest()) {
      for (const { streetId, houses } of found.houses) streets.get(streetId)?.houses.push(...houses)
      places.push(...found.places)
    }
    return {
      name: nameOfMap(file, city),
      source: `osm:${digest}`,
      schematic: false,
      attribution: OSM_ATTRIBUTION,
      bounds: city.bounds(),
      streets: [...streets.values()],
      places,
      shapes,
      roads: city.roads(),
    }
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}
