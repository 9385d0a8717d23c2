import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { foldText, splitStreetName } from '@dispecerat/domain/geography/address-text'
import { streamExtract } from '../../apps/server/src/adapters/map-import/extract/stream-extract.ts'

/** The word that callers put in front of a name, by the map tag of the place. */
const SPOKEN: Record<string, string> = {
  'amenity=restaurant': 'restaurant',
  'amenity=cafe': 'cafeneaua',
  'amenity=pharmacy': 'farmacia',
  'amenity=bank': 'banca',
  'amenity=fuel': 'benzinaria',
  'amenity=pub': 'pub',
  'amenity=bar': 'bar',
  'amenity=kindergarten': 'gradinita',
  'amenity=school': 'scoala',
  'amenity=clinic': 'clinica',
  'amenity=fast_food': 'fast food',
  'amenity=hospital': 'spitalul',
  'tourism=hotel': 'hotel',
  'tourism=guest_house': 'pensiunea',
  'tourism=hostel': 'hostel',
  'tourism=museum': 'muzeul',
  'shop=supermarket': 'magazinul',
  'shop=convenience': 'magazin',
  'shop=mall': 'mall',
  'shop=bakery': 'patiseria',
  'shop=hairdresser': 'salonul',
  'leisure=fitness_centre': 'sala',
}

/** Maps the folded name to the word in front of it; empty without MAP_EXTRACT, since only an extract has the tags. */
export async function placeSorts(): Promise<Map<string, string>> {
  const sorts = new Map<string, string>()
  const extract = process.env.MAP_EXTRACT
  if (!extract) return sorts
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'dispecerat-sorts-'))
  const take = ({ tags }: { tags: Readonly<Record<string, string>> }) => {
    const spoken = Object.entries(tags).flatMap(([key, value]) => SPOKEN[`${key}=${value}`] ?? [])[0]
    if (tags.name && spoken) sorts.set(splitStreetName(tags.name).core || foldText(tags.name), spoken)
  }
  try {
    await streamExtract(extract, [{ node: take, way: take }], { folder })
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
  return sorts
}
