import { foldText } from '@dispecerat/domain/address-text'
import type { Point } from '@dispecerat/domain/geo'
import type { Db } from '../../db/database.ts'
import * as store from './gazetteer.store.ts'
import { Vocabulary } from './vocabulary.ts'

/** What a search must know of the live map before it asks the database. */
export interface CityMemory {
  datasetId: number
  vocabulary: Vocabulary
  /** Folded names of settlements. */
  settlements: ReadonlySet<string>
  /** Folded names of neighbourhoods → their middles; one name may stand in two towns. */
  neighbourhoods: ReadonlyMap<string, readonly Point[]>
}

/** Remembers the live map's words and areas; reads them again when another map goes live. null without any map. */
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
