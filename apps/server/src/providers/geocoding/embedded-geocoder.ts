import { type AddressQuery, foldText, readAddress } from '@dispecerat/domain/address-text'
import { metresBetween, type Point } from '@dispecerat/domain/geo'
import type { Db } from '../../db/database.ts'
import { findHouse } from './find-house.ts'
import * as store from './gazetteer.store.ts'
import type { FoundPlace, Geocoder, SuggestOptions } from './geocoding.ts'
import { placeIdOf, readPlaceId } from './place-ids.ts'
import { nameOf, partsOf } from './place-names.ts'
import { type LocatedReading, scoreOf } from './rank-entries.ts'

/** Below this the best answer is poor and typing errors are assumed. */
const POOR_SCORE = 0.78
/** Answers this far behind the best are noise. */
const BEHIND = 0.35
/** Two answers of one name this near are one place to a caller: the square and its bus stop. */
const SAME_PLACE_METRES = 400
const REVERSE_METRES = 250
const METRES_PER_DEGREE = 111_195

interface Answer {
  entry: store.Entry
  reading: LocatedReading
  score: number
}

interface Ask {
  db: Db
  datasetId: number
  query: AddressQuery
  options: SuggestOptions
}

/** Suggestions from the gazetteer in our own PostgreSQL. The statements carry no name, so that each is planned for its own words. */
export function embeddedGeocoder(db: Db): Geocoder {
  const localities = localityMemory(db)
  return {
    async suggest(input, options) {
      const query = readAddress(input)
      const datasetId = await store.liveDatasetId(db)
      if (datasetId === null || query.readings.length === 0) return []
      const readings = locate(query, await localities(datasetId))
      const answers = await answersTo({ db, datasetId, query, options }, readings)
      return withHouses({ db, datasetId, query, options }, answers)
    },

    async details(placeId) {
      const place = readPlaceId(placeId)
      const datasetId = await store.liveDatasetId(db)
      const entry = place && datasetId !== null ? await store.entryById(db, datasetId, place.id) : null
      if (!place || !entry || datasetId === null) return null
      const houses = entry.kind === 'street' ? await store.housesOf(db, datasetId, [entry.id]) : []
      return foundPlace(entry, place, houses)
    },

    async reverse(point) {
      const datasetId = await store.liveDatasetId(db)
      if (datasetId === null) return null
      const nearest = nearestSpot(await store.spotsInside(db, datasetId, boxAround(point, REVERSE_METRES)), point)
      const entry = nearest ? await store.entryById(db, datasetId, nearest.streetId) : null
      if (!nearest || !entry) return null
      const house = nearest.number === null ? null : { number: nearest.number, suffix: nearest.suffix }
      const place = { id: entry.id, house, bloc: nearest.bloc, scara: nearest.scara }
      const precision = house || nearest.bloc ? ('rooftop' as const) : ('street' as const)
      return {
        placeId: placeIdOf(place),
        name: nameOf(entry, place),
        kind: entry.kind,
        parts: partsOf(entry, house),
        precision,
        lat: nearest.lat,
        long: nearest.long,
      }
    },
  }
}

/** The settlements of the live map; asked again when another map goes live. */
function localityMemory(db: Db): (datasetId: number) => Promise<Set<string>> {
  let known: { datasetId: number; names: Set<string> } | null = null
  return async (datasetId) => {
    if (known?.datasetId !== datasetId) {
      const names = await store.settlementNames(db, datasetId)
      known = { datasetId, names: new Set(names.map(foldText)) }
    }
    return known.names
  }
}

/** 'lunga 12 brasov' is also read as 'lunga 12' in Brașov. */
function locate(query: AddressQuery, localities: ReadonlySet<string>): LocatedReading[] {
  return query.readings.flatMap((reading) => {
    const plain = { ...reading, locality: null }
    for (let count = Math.min(3, reading.words.length - 1); count > 0; count--) {
      const tail = reading.words.slice(-count).join(' ')
      if (localities.has(tail)) return [{ ...reading, words: reading.words.slice(0, -count), locality: tail }, plain]
      const head = reading.words.slice(0, count).join(' ')
      if (localities.has(head)) return [{ ...reading, words: reading.words.slice(count), locality: head }, plain]
    }
    return [plain]
  })
}

/** Beginnings of words first; only when they answer poorly, names that look alike. */
async function answersTo(ask: Ask, readings: LocatedReading[]): Promise<Answer[]> {
  const { db, datasetId, options } = ask
  const box = boxAround(options.centre, options.radiusMetres)
  const best = new Map<number, Answer>()
  const weigh = (reading: LocatedReading, entries: store.Entry[]) => {
    for (const entry of entries) {
      if (metresBetween(entry, options.centre) > options.radiusMetres) continue
      const wantsHouse = reading.house !== null || ask.query.bloc !== null
      const score = scoreOf(entry, reading, options, wantsHouse)
      if (score > (best.get(entry.id)?.score ?? 0)) best.set(entry.id, { entry, reading, score })
    }
  }
  for (const reading of readings) weigh(reading, await store.entriesByPrefix(db, datasetId, reading.words, box))
  if (Math.max(0, ...[...best.values()].map(({ score }) => score)) < POOR_SCORE) {
    for (const reading of readings) {
      const core = reading.words.join(' ')
      if (core.length >= 4) weigh(reading, await store.entriesBySimilarity(db, datasetId, core, box))
    }
  }
  const sorted = [...best.values()].sort((a, b) => b.score - a.score || a.entry.id - b.entry.id)
  const top = sorted[0]?.score ?? 0
  return withoutTwins(sorted.filter(({ score }) => score > top - BEHIND)).slice(0, options.limit)
}

function withoutTwins(sorted: Answer[]): Answer[] {
  return sorted.filter(({ entry }, i) => {
    const isTwin = ({ entry: other }: Answer) =>
      other.core === entry.core && other.type === entry.type && metresBetween(other, entry) < SAME_PLACE_METRES
    return !sorted.slice(0, i).some(isTwin)
  })
}

async function withHouses({ db, datasetId, query }: Ask, answers: Answer[]): Promise<FoundPlace[]> {
  const asksForHouse = ({ entry, reading }: Answer) =>
    entry.kind === 'street' && (reading.house !== null || query.bloc !== null || query.scara !== null)
  const streetIds = answers.filter(asksForHouse).map(({ entry }) => entry.id)
  const houses = await store.housesOf(db, datasetId, streetIds)
  return answers.map(({ entry, reading }) =>
    foundPlace(
      entry,
      { house: reading.house, bloc: query.bloc, scara: query.scara },
      houses.filter((spot) => spot.streetId === entry.id),
    ),
  )
}

function foundPlace(
  entry: store.Entry,
  asked: Pick<LocatedReading, 'house'> & { bloc: string | null; scara: string | null },
  houses: store.Spot[],
): FoundPlace {
  const isStreet = entry.kind === 'street'
  const found = isStreet ? findHouse(houses, asked) : null
  const house = isStreet ? (found?.house ?? asked.house) : null
  const place = { id: entry.id, house, bloc: found?.bloc ?? null, scara: found?.scara ?? null }
  const general = isStreet
    ? ('street' as const)
    : entry.kind === 'locality'
      ? ('locality' as const)
      : ('place' as const)
  return {
    placeId: placeIdOf(place),
    name: nameOf(entry, place),
    kind: entry.kind,
    parts: partsOf(entry, house),
    precision: found?.precision ?? general,
    lat: found?.lat ?? entry.lat,
    long: found?.long ?? entry.long,
  }
}

/** A house counts as nearer than the street in front of it. */
function nearestSpot(spots: store.Spot[], point: Point): store.Spot | null {
  let best: store.Spot | null = null
  let bestMetres = REVERSE_METRES
  for (const spot of spots) {
    const isHouse = spot.number !== null || spot.bloc !== null
    const metres = metresBetween(spot, point) + (isHouse ? 0 : 30)
    if (metres > bestMetres) continue
    best = spot
    bestMetres = metres
  }
  return best
}

function boxAround({ lat, long }: Point, metres: number): store.Box {
  const dLat = metres / METRES_PER_DEGREE
  const dLong = dLat / Math.cos((lat * Math.PI) / 180)
  return { south: lat - dLat, north: lat + dLat, west: long - dLong, east: long + dLong }
}
