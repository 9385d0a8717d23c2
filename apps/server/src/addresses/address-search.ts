import type { SuggestedPlace } from '@dispecerat/contract/addresses'
import { foldText, readAddress } from '@dispecerat/domain/address-text'
import { DEFAULT_CENTRE, type Point } from '@dispecerat/domain/geo'
import type { Caller } from '../db/caller.ts'
import type { FoundPlace, Geocoder } from '../providers/geocoding/geocoding.ts'
import { mostUsedAddresses } from '../saved-addresses/saved-addresses.public.ts'
import type { Server } from '../server.ts'
import { type InternalPlace, internalPlacesOf } from './internal-places.store.ts'
import { inTime } from './time-limit.ts'

export interface AddressServer extends Server {
  geocoder: Geocoder
}

export interface AddressQuestion {
  input: string
  centre: Point | null
  radiusMetres: number
  sessionToken: string | null
}

export interface AddressAnswer {
  places: SuggestedPlace[]
  /** The geocoder failed or was late; only the company's own and its clients' addresses were searched. */
  degraded: boolean
}

const MOST_ANSWERS = 10
const MOST_INTERNAL = 5
const SAVED_SEARCHED = 500

/** The company's own places first, then the geocoder's, at most 10 together (GAP-29). Never throws for the geocoder. */
export async function searchAddresses(
  server: AddressServer,
  caller: Caller,
  asked: AddressQuestion,
): Promise<AddressAnswer> {
  const words = foldText(asked.input).split(' ').filter(Boolean)
  if (words.length === 0) return { places: [], degraded: false }
  const [own, found] = await Promise.all([ownPlaces(server, caller, words), suggestions(server, asked)])
  if (found) return { places: [...own, ...found.map(asSuggested)].slice(0, MOST_ANSWERS), degraded: false }
  const saved = await savedPlaces(server, caller, words)
  return { places: [...own, ...saved].slice(0, MOST_ANSWERS), degraded: true }
}

async function suggestions(server: AddressServer, asked: AddressQuestion): Promise<FoundPlace[] | null> {
  const { input, centre, radiusMetres, sessionToken } = asked
  const options = { centre: centre ?? DEFAULT_CENTRE, radiusMetres, limit: MOST_ANSWERS, sessionToken }
  try {
    return await inTime(server.geocoder.suggest(input, options))
  } catch (error) {
    server.log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'the geocoder did not answer')
    return null
  }
}

async function ownPlaces(server: AddressServer, caller: Caller, words: string[]): Promise<SuggestedPlace[]> {
  const places = await internalPlacesOf(server.db, caller.scope)
  return places
    .filter(({ name, bloc, scara, reper }) => fits(words, [name, bloc && `bl ${bloc}`, scara && `sc ${scara}`, reper]))
    .slice(0, MOST_INTERNAL)
    .map(internalAsSuggested)
}

async function savedPlaces(server: AddressServer, caller: Caller, words: string[]): Promise<SuggestedPlace[]> {
  const byName = new Map<string, SuggestedPlace>()
  for (const { long, place_id, ...saved } of await mostUsedAddresses(server.db, caller.scope, SAVED_SEARCHED)) {
    const { name, lat, comment, bloc, scara, reper } = saved
    if (byName.has(name) || !fits(words, [name, bloc, scara])) continue
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

/** Every typed word begins a word of the place; 'str' and 'strada' are the same word. */
function fits(words: string[], texts: (string | null)[]): boolean {
  const [whole] = readAddress(texts.filter(Boolean).join(' ')).readings.slice(-1)
  const known = [
    ...foldText(texts.filter(Boolean).join(' ')).split(' '),
    ...(whole ? [whole.type, ...whole.words] : []),
  ]
  const typed = readAddress(words.join(' ')).readings.slice(-1)[0]
  const asked = typed ? [typed.type, ...typed.words].filter(Boolean) : words
  const begins = (some: string[]) => some.every((word) => known.some((other) => other.startsWith(word)))
  return begins(words) || begins(asked)
}

export function internalAsSuggested({ id, ...place }: InternalPlace): SuggestedPlace {
  return { placeId: `int_${id}`, is_internal: true, ...place, precision: 'place' }
}

export function asSuggested({ placeId, name, lat, long, precision }: FoundPlace): SuggestedPlace {
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
