import { readCrossings } from '@dispecerat/domain/geography/address-crossing'
import { type AddressQuery, readAddress } from '@dispecerat/domain/geography/address-text'
import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import type { Db } from '../../platform/db/database.ts'
import { type CityMemory, cityMemory } from './city-memory.ts'
import { crossingOf, findCrossings } from './find-crossing.ts'
import { type Answer, boxAround, findEntries } from './find-entries.ts'
import { findHouse } from './find-house.ts'
import * as store from './gazetteer.store.ts'
import type { EmbeddedGeocoder, FoundPlace, SuggestOptions } from './geocoding.ts'
import { placeIdOf, readPlaceId } from './place-ids.ts'
import { nameOf, partsOf } from './place-names.ts'
import { type LocatedReading, readTyped } from './read-typed.ts'

/** Results whose score is this far below the best are dropped. */
const BEHIND = 0.35
/** Two results of one name within this distance are one place to a caller: the square and its bus stop. */
const SAME_PLACE_METRES = 400
/** Score of a crossing of two understood names: higher than any other result. */
const CROSSING_FIT = 1.5
const REVERSE_METRES = 250
/** No address is longer; the rest is pasted text. */
const MAX_LETTERS = 200
/** Of two streets with equal scores, the one that has the requested house number is meant. */
const DOOR_BONUS = { rooftop: 0.06, interpolated: 0.03, none: 0 } as const

interface Search {
  db: Db
  city: CityMemory
  options: SuggestOptions
}

/**
 * Suggestions from the gazetteer in our own PostgreSQL. The statements are not prepared by name, so that each is planned for its own words.
 */
export function embeddedGeocoder(db: Db): EmbeddedGeocoder {
  const memory = cityMemory(db)
  return {
    async suggest(input, options) {
      const typed = input.slice(0, MAX_LETTERS)
      const city = await memory()
      if (city === null) return []
      const search = { db, city, options }
      const crossings = await crossingsIn(search, typed)
      if (crossings.length > 0) return crossings.map((crossing) => ({ ...crossing, fit: CROSSING_FIT }))
      return addressesIn(search, readAddress(typed))
    },

    async details(placeId) {
      const place = readPlaceId(placeId)
      const datasetId = place && (await store.liveDatasetId(db))
      const entry = place && datasetId ? await store.entryById(db, datasetId, place.id) : null
      if (!place || !entry || !datasetId) return null
      if (place.crosses !== undefined) {
        const other = await store.entryById(db, datasetId, place.crosses)
        return other && crossingOf(db, datasetId, entry, other)
      }
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

/** Crossings of two typed street names; [] when the input has no two names, or the streets do not meet. */
async function crossingsIn({ db, city, options }: Search, typed: string): Promise<FoundPlace[]> {
  const streetsIn = (side: string) =>
    findEntries({ db, city, options }, readTyped(readAddress(side), city), () => false)
  for (const [one, other] of readCrossings(typed)) {
    const found = await findCrossings(db, city.datasetId, [await streetsIn(one), await streetsIn(other)])
    if (found.length > 0) return found
  }
  return []
}

async function addressesIn(search: Search, query: AddressQuery): Promise<FoundPlace[]> {
  const { db, city, options } = search
  const readings = readTyped(query, city)
  if (readings.length === 0) return []
  const wantsHouse = (reading: LocatedReading) => reading.house !== null || query.bloc !== null
  const sorted = await findEntries({ db, city, options }, readings, wantsHouse)
  const top = sorted[0]?.score ?? 0
  const answers = withoutTwins(sorted.filter(({ score }) => score > top - BEHIND)).slice(0, options.limit)
  return withHouses(search, query, answers)
}

function withoutTwins(sorted: Answer[]): Answer[] {
  return sorted.filter(({ entry }, i) => {
    const isSamePlace = ({ entry: other }: Answer) =>
      other.core === entry.core && other.type === entry.type && metresBetween(other, entry) < SAME_PLACE_METRES
    return !sorted.slice(0, i).some(isSamePlace)
  })
}

async function withHouses({ db, city }: Search, query: AddressQuery, answers: Answer[]): Promise<FoundPlace[]> {
  const wantsHouseNumber = ({ entry, reading }: Answer) =>
    entry.kind === 'street' && (reading.house !== null || query.bloc !== null || query.scara !== null)
  const streetIds = answers.filter(wantsHouseNumber).map(({ entry }) => entry.id)
  const houses = await store.housesOf(db, city.datasetId, streetIds)
  const found = answers.map((answer) => {
    const wantedHouse = { house: answer.reading.house, bloc: query.bloc, scara: query.scara }
    const place = foundPlace(
      answer.entry,
      wantedHouse,
      houses.filter((spot) => spot.streetId === answer.entry.id),
    )
    const { precision } = place
    const door = precision === 'rooftop' || precision === 'interpolated' ? precision : 'none'
    return { place, score: answer.score + DOOR_BONUS[door] }
  })
  return found.sort((a, b) => b.score - a.score).map(({ place, score }) => ({ ...place, fit: score }))
}

function foundPlace(
  entry: store.Entry,
  wantedHouse: Pick<LocatedReading, 'house'> & { bloc: string | null; scara: string | null },
  houses: store.Spot[],
): FoundPlace {
  const isStreet = entry.kind === 'street'
  const found = isStreet ? findHouse(houses, wantedHouse) : null
  const house = isStreet ? (found?.house ?? wantedHouse.house) : null
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
