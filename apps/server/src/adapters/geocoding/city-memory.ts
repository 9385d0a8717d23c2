import { foldText } from '@dispecerat/domain/geography/address-text'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { Db } from '../../platform/db/database.ts'
import * as store from './gazetteer.store.ts'
import { Vocabulary } from './vocabulary.ts'

/** Words and areas of the live map that a search needs before it queries the database. */
export interface CityMemory {
  datasetId: number
  vocabulary: Vocabulary
  /** Folded names of settlements. */
  settlements: ReadonlySet<string>
  /** Folded names of neighbourhoods and their middles; two towns may have a neighbourhood of the same name. */
  neighbourhoods: ReadonlyMap<string, readonly Point[]>
}

/** Caches the live map's words and areas; reads them again when another map goes live. Null without any map. */
export function cityMemory(db: Db): () => Promise<CityMemory | null> {
  let known: Promise<CityMemory> | null = null
  let knownId: number | null = null
  return async () => {
    const datasetId = await store.liveDatasetId(db)
    if (datasetId === null) return null
    if (known === null || knownId !== datasetId) {
      knownId = datasetId
      const reading = readMemory(db, datasetId)
      known = reading
      reading.catch(() => {
        if (known === reading) known = null
      })
    }
    return known
  }
}

async function readMemory(db: Db, datasetId: number): Promise<CityMemory> {
  const [words, localities, suburbs] = await Promise.all([
    store.wordCounts(db, datasetId),
    store.settlementNames(db, datasetId),
    store.neighbourhoods(db, datasetId),
  ])
  const neighbourhoods = new Map<string, Point[]>()
  for (const { core, lat, long } of suburbs)
    neighbourhoods.set(core, [...(neighbourhoods.get(core) ?? []), { lat, long }])
  return {
    datasetId,
    vocabulary: new Vocabulary(new Map(words.map(({ word, count }) => [word, count]))),
    settlements: new Set(localities.map(foldText)),
    neighbourhoods,
  }
}
