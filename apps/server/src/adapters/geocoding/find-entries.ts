import { metresBetween } from '@dispecerat/domain/kernel/geo'
import type { Db } from '../../platform/db/database.ts'
import type { CityMemory } from './city-memory.ts'
import * as store from './gazetteer.store.ts'
import type { SuggestOptions } from './geocoding.ts'
import { readEntry, scoreOf } from './rank-entries.ts'
import { beginsStreetType, type LocatedReading } from './read-typed.ts'

export interface Answer {
  entry: store.Entry
  reading: LocatedReading
  score: number
}

/** Below this the best result is poor and typing errors are assumed. */
const POOR_SCORE = 0.78
/** Below this one of the typed words is assumed not to belong to the name. */
const HOPELESS_SCORE = 0.6
const MIN_TRIGRAM_LETTERS = 4
const METRES_PER_DEGREE = 111_195

/**
 * Entries that fit one of the readings, the best first. Prefix matches come first; only when they are poor, words
 * that look or sound alike, then all words but one, then whole names that share trigrams.
 */
export async function findEntries(
  { db, city, options }: { db: Db; city: CityMemory; options: SuggestOptions },
  readings: readonly LocatedReading[],
  wantsHouse: (reading: LocatedReading) => boolean,
): Promise<Answer[]> {
  const box = boxAround(options.centre, options.radiusMetres)
  const best = new Map<number, Answer>()
  const weighed = new Set<string>()
  let top = 0
  const weigh = (entries: readonly store.Entry[]) => {
    for (const entry of entries) {
      const row = `${entry.id} ${entry.core}`
      if (weighed.has(row)) continue
      weighed.add(row)
      if (metresBetween(entry, options.centre) > options.radiusMetres) continue
      const read = readEntry(entry)
      for (const reading of readings) {
        const score = scoreOf(read, reading, options, wantsHouse(reading))
        if (score > (best.get(entry.id)?.score ?? 0)) best.set(entry.id, { entry, reading, score })
        top = Math.max(top, score)
      }
    }
  }
  const words = wordsOf(readings)
  const searched = new Set<string>()
  const search = async (searches: store.WordSearch[]) => {
    for (const one of searches) {
      const print = JSON.stringify(one)
      if (searched.has(print)) continue
      searched.add(print)
      weigh(await store.entriesByWords(db, city.datasetId, one, box))
    }
  }
  const inOrder = () => [...best.values()].sort((a, b) => b.score - a.score || a.entry.id - b.entry.id)
  await search(words.flatMap((typed) => asTyped(typed, city)))
  // 'strad' is a correct prefix, and half the city is a street: no other spelling is tried.
  if (words.every(isSortAlone) && best.size > 0) return inOrder()
  if (top < POOR_SCORE) await search(words.flatMap((typed) => respelt(typed, city)))
  if (top < HOPELESS_SCORE) await search(words.flatMap((typed) => withoutOne(typed, city)))
  if (top < HOPELESS_SCORE) {
    for (const core of words.map((typed) => typed.join(' ')))
      if (core.length >= MIN_TRIGRAM_LETTERS) weigh(await store.entriesBySimilarity(db, city.datasetId, core, box))
  }
  return inOrder()
}

/** The words of the readings, each combination once, since readings may differ only in their house numbers. */
function wordsOf(readings: readonly LocatedReading[]): string[][] {
  return [...new Map(readings.map(({ words }) => [words.join(' '), words])).values()].filter(({ length }) => length > 0)
}

function isSortAlone([word = '', next]: readonly string[]): boolean {
  return next === undefined && beginsStreetType(word)
}

function asTyped(words: string[], { vocabulary }: CityMemory): store.WordSearch[] {
  if (!words.every((word) => vocabulary.hasBeginning(word))) return []
  const ways = [words.map((beginning) => ({ beginning, words: [] }))]
  return [{ core: words.join(' '), ways, ...(isSortAlone(words) && { isSort: true }) }]
}

/** Each word as typed or as it may have been meant; a word without similar ones is left out. */
function respelt(words: string[], { vocabulary }: CityMemory): store.WordSearch[] {
  const groups = words
    .map((word) => ({
      beginning: vocabulary.hasBeginning(word) ? word : null,
      words: vocabulary.spellingsOf(word),
    }))
    .filter((group) => group.beginning !== null || group.words.length > 0)
  const core = groups.map((group) => group.beginning ?? group.words[0]).join(' ')
  const [alone] = words.length === 1 ? groups : []
  // The prefix was searched for already; a few letters begin half the names of a city.
  if (alone?.beginning) return alone.words.length > 0 ? [{ core, ways: [[{ ...alone, beginning: null }]] }] : []
  return groups.length > 0 ? [{ core, ways: [groups] }] : []
}

/** All words but one, for each of them, because callers add words that no map knows. */
function withoutOne(words: string[], city: CityMemory): store.WordSearch[] {
  const [whole] = respelt(words, city)
  const groups = whole?.ways[0] ?? []
  if (!whole || groups.length < 2) return []
  return [{ core: whole.core, ways: groups.map((_, left) => groups.filter((_, at) => at !== left)) }]
}

export function boxAround({ lat, long }: { lat: number; long: number }, metres: number): store.Box {
  const dLat = metres / METRES_PER_DEGREE
  const dLong = dLat / Math.cos((lat * Math.PI) / 180)
  return { south: lat - dLat, north: lat + dLat, west: long - dLong, east: long + dLong }
}
