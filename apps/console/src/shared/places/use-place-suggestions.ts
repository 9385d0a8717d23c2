import { searchPlaces, searchPlacesNew } from '@dispecerat/contract/geography/addresses'
import { foldText } from '@dispecerat/domain/geography/address-text'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { endpointKey } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import {
  newerSuggestion,
  olderSuggestion,
  type SavedPlace,
  type Suggestion,
  savedSuggestion,
} from './place-suggestion.ts'
import { newerCircle, olderCircle } from './search-circle.ts'

/** The newer form uses the newer address service, the older form the older one. */
export type PlaceSource = 'newer' | 'classic'

const REST_MS = 500
const FRESH_MS = 60_000
/** The newer service needs three characters, the older one a single one. */
const MIN_CHARACTERS = { newer: 3, classic: 1 } as const

/** Suggestions for the typed text: the client's own addresses, the company's, then the provider's. */
export function usePlaceSuggestions(input: {
  typed: string
  isResolved: boolean
  isOpen: boolean
  saved: readonly SavedPlace[]
  source: PlaceSource
}) {
  const { isResolved, source } = input
  const [sessionToken, setSessionToken] = useState(() => crypto.randomUUID())
  const text = input.typed.trim()
  const [rested] = useDebouncedValue(text, REST_MS)
  const min = MIN_CHARACTERS[source]
  const maySearch = input.isOpen && !isResolved && text.length >= min
  const search = useSearch(source, sessionToken)
  const found = useQuery({
    queryKey: endpointKey(source === 'newer' ? searchPlacesNew : searchPlaces, {}, rested),
    queryFn: ({ signal }) => search(rested, signal),
    enabled: maySearch && rested.length >= min,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
  /* A choice ends the search session (a billing unit of the provider). */
  useEffect(() => {
    if (isResolved) setSessionToken(crypto.randomUUID())
  }, [isResolved])

  const isFresh = rested === text && !found.isPlaceholderData
  const messages = foldText(text).split(' ').filter(Boolean)
  const fits = (name: string) => messages.every((word) => foldText(name).includes(word))
  const own = input.saved
    .filter((place) => fits([place.name, place.bloc, place.scara, place.reper].filter(Boolean).join(' ')))
    .map(savedSuggestion)
  const taken = new Set(own.map((place) => place.name))
  const others = (maySearch ? (found.data ?? []) : []).filter(
    (place) => !taken.has(place.name) && (isFresh || fits(place.name)),
  )
  const internal = others.filter((place) => place.kind === 'internal')
  const provided = others.filter((place) => place.kind === 'found')
  const suggestions = isResolved && text !== '' ? [] : [...own, ...internal, ...provided]
  return {
    suggestions,
    sessionToken,
    isSearching: maySearch && (found.isFetching || rested !== text),
    isFruitless: maySearch && isFresh && found.isSuccess && suggestions.length === 0,
    failed: maySearch && isFresh && found.isError,
  }
}

/** Language and country are always Romanian. */
function useSearch(source: PlaceSource, sessionToken: string) {
  const user = useUser()
  return async (input: string, signal: AbortSignal): Promise<Suggestion[]> => {
    if (source === 'newer') {
      const query = { input, languageCode: 'ro', includedRegionCodes: ['ro'], sessionToken, ...newerCircle(user) }
      return (await request(searchPlacesNew, { query }, { signal })).map(newerSuggestion)
    }
    const query = { input, language: 'ro', components: 'country:ro', sessiontoken: sessionToken, ...olderCircle(user) }
    return (await request(searchPlaces, { query }, { signal })).predictions.map(olderSuggestion)
  }
}
