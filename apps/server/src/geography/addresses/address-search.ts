import type { SuggestedPlace } from '@dispecerat/contract/geography/addresses'
import { foldText, readAddress } from '@dispecerat/domain/geography/address-text'
import { DEFAULT_CENTRE } from '@dispecerat/domain/kernel/geo'
import type { Geocoder, Suggestion } from '../../adapters/geocoding/geocoding.ts'
import { likeness } from '../../adapters/geocoding/word-likeness.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { mostUsedAddresses, usesOfPlaces } from '../saved-addresses/saved-addresses.public.ts'
import { type InternalPlace, internalPlacesOf } from './internal-places.store.ts'
import type { SearchCircle } from './search-circle.ts'
import { inTime } from './time-limit.ts'

export interface AddressServer extends Server {
  geocoder: Geocoder
}

export interface AddressQuestion {
  input: string
  /** At least one; each is searched. */
  within: readonly SearchCircle[]
  sessionToken: string | null
}

export interface AddressAnswer {
  places: SuggestedPlace[]
  /** The geocoder failed or was late: the reply comes from our own map, or only from the company's and its clients' addresses. */
  degraded: boolean
}

const MAX_ANSWERS = 10
const MAX_INTERNAL = 5
const SAVED_SEARCHED = 500
/** More than are shown, because frequently used ones rise in the ranking. */
const RANKED = 20
/** The bonus per order from a place; doubling the orders adds the same again, never more than a mismatched word costs. */
const USE_BONUS = 0.03
const MAX_BONUS = 0.14
/** The distance between neighbours in the result of a geocoder that gives no scores. */
const STEP = 0.03

/** The company's own places first, then the geocoder's, at most 10 together. Failures of the geocoder are not thrown. */
export async function searchAddresses(
  server: AddressServer,
  actor: Actor,
  question: AddressQuestion,
): Promise<AddressAnswer> {
  const searchTerms = foldText(question.input).split(' ').filter(Boolean)
  if (searchTerms.length === 0) return { places: [], degraded: false }
  const [own, found] = await Promise.all([ownPlaces(server, actor, searchTerms), suggestions(server, question)])
  if (found) {
    const ranked = await byUse(server, actor, found)
    const places = [...own, ...ranked.map(asSuggested)].slice(0, MAX_ANSWERS)
    return { places, degraded: server.geocoder.isWell?.() === false }
  }
  const saved = await savedPlaces(server, actor, searchTerms)
  return { places: [...own, ...saved].slice(0, MAX_ANSWERS), degraded: true }
}

async function suggestions(server: AddressServer, question: AddressQuestion): Promise<Suggestion[] | null> {
  const { input, within, sessionToken } = question
  const suggest = ({ centre, radiusMetres }: SearchCircle) =>
    server.geocoder.suggest(input, { centre: centre ?? DEFAULT_CENTRE, radiusMetres, limit: RANKED, sessionToken })
  try {
    return bestOf(await inTime(Promise.all(within.map(suggest))))
  } catch (error) {
    server.log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'the geocoder did not answer')
    return null
  }
}

/** Merges the results of several towns, best first, without duplicates. */
function bestOf(answers: readonly Suggestion[][]): Suggestion[] {
  const best = new Map<string, Suggestion & { fit: number }>()
  for (const answer of answers)
    for (const [i, found] of answer.entries()) {
      const fit = fitOf(found, i)
      if (fit > (best.get(found.placeId)?.fit ?? Number.NEGATIVE_INFINITY)) best.set(found.placeId, { ...found, fit })
    }
  return [...best.values()].sort((a, b) => b.fit - a.fit).slice(0, RANKED)
}

function fitOf({ fit }: Suggestion, at: number): number {
  return fit ?? 1 - STEP * at
}

/** Among similar results, places that the company's clients ordered from before come first. */
async function byUse(server: AddressServer, actor: Actor, found: readonly Suggestion[]): Promise<Suggestion[]> {
  const uses = await usesOfPlaces(
    server.db,
    actor.scope,
    found.map(({ placeId }) => placeId),
  )
  const fits = found.map((one, i) => {
    const bonus = Math.min(MAX_BONUS, USE_BONUS * Math.log2(1 + (uses[i] ?? 0)))
    return fitOf(one, i) + bonus
  })
  const order = found.map((_, i) => i).sort((a, b) => (fits[b] ?? 0) - (fits[a] ?? 0))
  return order.flatMap((i) => found[i] ?? [])
}

async function ownPlaces(server: AddressServer, actor: Actor, searchTerms: string[]): Promise<SuggestedPlace[]> {
  const places = await internalPlacesOf(server.db, actor.scope)
  const those = (matches: WordMatcher) =>
    places.filter(({ name, bloc, scara, reper }) =>
      fits(searchTerms, [name, bloc && `bl ${bloc}`, scara && `sc ${scara}`, reper], matches),
    )
  const asTyped = those(isBegun)
  const fitting = (asTyped.length > 0 ? asTyped : those(isMistyped)).map(internalAsSuggested)
  const uses = await usesOfPlaces(
    server.db,
    actor.scope,
    fitting.map(({ placeId }) => placeId),
  )
  const order = fitting.map((_, i) => i).sort((a, b) => (uses[b] ?? 0) - (uses[a] ?? 0))
  return order.slice(0, MAX_INTERNAL).flatMap((i) => fitting[i] ?? [])
}

async function savedPlaces(server: AddressServer, actor: Actor, searchTerms: string[]): Promise<SuggestedPlace[]> {
  const byName = new Map<string, SuggestedPlace>()
  for (const { long, place_id, ...saved } of await mostUsedAddresses(server.db, actor.scope, SAVED_SEARCHED)) {
    const { name, lat, comment, bloc, scara, reper } = saved
    if (byName.has(name) || !fits(searchTerms, [name, bloc, scara])) continue
    const placeId = place_id ?? ''
    byName.set(name, {
      placeId,
      name,
      is_internal: false,
      lat,
      lng: long,
      comment,
      bloc,
      scara,
      reper,
      precision: 'place',
    })
  }
  return [...byName.values()]
}

/** True when the typed word matches a word of the place. */
type WordMatcher = (typed: string, word: string) => boolean

/** Accepts a word with one typing error, or one that sounds the same. */
const LIKE_ENOUGH = 0.8
const isBegun: WordMatcher = (typed, word) => word.startsWith(typed)
const isMistyped: WordMatcher = (typed, word) => likeness(typed, word) >= LIKE_ENOUGH || isBegun(typed, word)

/** Every typed word matches a word of the place; 'str' and 'strada' are the same word. */
function fits(searchTerms: string[], texts: (string | null)[], matches: WordMatcher = isBegun): boolean {
  const [whole] = readAddress(texts.filter(Boolean).join(' ')).readings.slice(-1)
  const known = [
    ...foldText(texts.filter(Boolean).join(' ')).split(' '),
    ...(whole ? [whole.type, ...whole.words] : []),
  ]
  const typed = readAddress(searchTerms.join(' ')).readings.slice(-1)[0]
  const nameTerms = typed ? [typed.type, ...typed.words].filter(Boolean) : searchTerms
  const begins = (some: string[]) => some.every((word) => known.some((other) => matches(word, other)))
  return begins(searchTerms) || begins(nameTerms)
}

export function internalAsSuggested({ id, ...place }: InternalPlace): SuggestedPlace {
  return { placeId: `int_${id}`, is_internal: true, ...place, precision: 'place' }
}

export function asSuggested({ placeId, name, lat, long, precision }: Suggestion): SuggestedPlace {
  return {
    placeId,
    name,
    is_internal: false,
    lat,
    lng: long,
    comment: null,
    bloc: null,
    scara: null,
    reper: null,
    precision,
  }
}
