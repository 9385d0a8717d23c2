import { type SuggestedPlace, searchPlacesNew } from '@dispecerat/contract/addresses'
import { foldText } from '@dispecerat/domain/address-text'
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBuildingStore, IconMapPin, IconStar } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { useUser } from '../api/session.ts'
import { ro } from '../text/ro.ts'

/** An address somebody chose, whatever list it came from. */
export interface ChosenPlace {
  name: string
  lat: number
  long: number
  placeId: string | null
  bloc: string | null
  scara: string | null
  reper: string | null
  comment: string | null
}

interface Suggestion extends ChosenPlace {
  key: string
  kind: 'saved' | 'internal' | 'found'
}

interface Props {
  label: string
  hideLabel?: boolean
  value: string
  isResolved: boolean
  saved?: readonly (ChosenPlace & { id: number })[]
  error?: string | undefined
  inputRef?: Ref<HTMLInputElement>
  autoFocus?: boolean
  onType: (text: string) => void
  onChoose: (place: ChosenPlace) => void
  /** Told while a list with something to choose hangs open. */
  onOpenChange?: (isOpen: boolean) => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

const SEARCH_AFTER_CHARACTERS = 2
const REST_MS = 500
const RADIUS_METRES = 50_000
const ICON = { saved: IconStar, internal: IconBuildingStore, found: IconMapPin } as const

/** Address field: the client's own addresses first, then the company's and the provider's; the first is highlighted. */
export function PlaceInput(props: Props) {
  const [isOpen, setOpen] = useState(false)
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: setOpen })
  const { suggestions, isSearching, isFruitless, failed } = useSuggestions(
    props.value,
    props.isResolved,
    props.saved ?? [],
    isOpen,
  )
  const hangsOpen = isOpen && suggestions.length > 0
  const print = suggestions.map((one) => one.key).join('|')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first one is highlighted again whenever the list changes
  useEffect(() => {
    if (hangsOpen) combobox.selectFirstOption()
  }, [print, hangsOpen])
  const { onOpenChange } = props
  useEffect(() => {
    onOpenChange?.(hangsOpen)
    return () => onOpenChange?.(false)
  }, [hangsOpen, onOpenChange])

  const choose = (key: string) => {
    const chosen = suggestions.find((one) => one.key === key)
    setOpen(false)
    if (chosen) props.onChoose(chosen)
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose} transitionProps={{ duration: 0 }} withinPortal>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={props.inputRef}
          role="combobox"
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          label={props.hideLabel ? undefined : props.label}
          aria-label={props.hideLabel ? props.label : undefined}
          placeholder={ro.order.place.min}
          autoFocus={props.autoFocus}
          value={props.value}
          error={props.error}
          rightSection={isSearching ? <Loader size={14} aria-label={ro.order.place.searching} /> : null}
          onChange={(event) => {
            props.onType(event.currentTarget.value)
            setOpen(true)
          }}
          onFocus={() => {
            if (props.value === '') setOpen(true)
          }}
          onBlur={() => setOpen(false)}
          onKeyDown={props.onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={suggestions.length === 0 && !isFruitless && !failed}>
        <Combobox.Options aria-label={ro.order.place.suggestions} mah={280} style={{ overflowY: 'auto' }}>
          {suggestions.map((one) => (
            <SuggestionLine key={one.key} suggestion={one} />
          ))}
          {isFruitless ? <Combobox.Empty>{ro.order.place.none}</Combobox.Empty> : null}
          {failed ? <Combobox.Empty>{ro.order.place.failed}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function SuggestionLine({ suggestion }: { suggestion: Suggestion }) {
  const Icon = ICON[suggestion.kind]
  const extra = [
    suggestion.bloc && `bl. ${suggestion.bloc}`,
    suggestion.scara && `sc. ${suggestion.scara}`,
    suggestion.reper,
  ].filter(Boolean)
  return (
    <Combobox.Option value={suggestion.key} className="suggestion">
      <Icon size={14} aria-hidden />
      <span className="suggestion-name">
        {suggestion.name}
        {extra.length > 0 ? <span className="dim">, {extra.join(', ')}</span> : null}
      </span>
      <span className="small dim">({ro.order.place[suggestion.kind]})</span>
    </Combobox.Option>
  )
}

function useSuggestions(
  typed: string,
  isResolved: boolean,
  saved: readonly (ChosenPlace & { id: number })[],
  isOpen: boolean,
) {
  const { map } = useUser()
  const [sessionToken, setSessionToken] = useState(() => crypto.randomUUID())
  const text = typed.trim()
  const [rested] = useDebouncedValue(text, REST_MS)
  const mayAsk = isOpen && !isResolved && text.length > SEARCH_AFTER_CHARACTERS
  const found = useQuery({
    queryKey: ['places', rested],
    queryFn: ({ signal }) =>
      call(
        searchPlacesNew,
        {
          query: {
            input: rested,
            languageCode: 'ro',
            includedRegionCodes: ['ro'],
            locationRestriction: JSON.stringify({
              circle: { center: { latitude: map.lat, longitude: map.lng }, radius: RADIUS_METRES },
            }),
            sessionToken,
          },
        },
        { signal },
      ),
    enabled: mayAsk && rested.length > SEARCH_AFTER_CHARACTERS,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  // A choice closes the session of this search (ADDR-09).
  useEffect(() => {
    if (isResolved) setSessionToken(crypto.randomUUID())
  }, [isResolved])

  const isFresh = rested === text && !found.isPlaceholderData
  const words = foldText(text).split(' ').filter(Boolean)
  const fits = (name: string) => words.every((word) => foldText(name).includes(word))
  const own: Suggestion[] = saved
    .filter((place) => fits([place.name, place.bloc, place.scara, place.reper].filter(Boolean).join(' ')))
    .map((place) => ({ ...place, key: `saved-${place.id}`, kind: 'saved' }))
  const taken = new Set(own.map((place) => place.name))
  const answers = mayAsk ? (found.data ?? []) : []
  const others = answers.filter((place) => !taken.has(place.name) && (isFresh || fits(place.name))).map(toSuggestion)
  const suggestions = isResolved && text !== '' ? [] : [...own, ...others]
  return {
    suggestions,
    isSearching: mayAsk && (found.isFetching || rested !== text),
    isFruitless: mayAsk && isFresh && found.isSuccess && suggestions.length === 0,
    failed: mayAsk && isFresh && found.isError,
  }
}

function toSuggestion(place: SuggestedPlace): Suggestion {
  return {
    key: place.placeId,
    kind: place.is_internal ? 'internal' : 'found',
    name: place.name,
    lat: place.lat,
    long: place.lng,
    placeId: place.placeId,
    bloc: place.bloc,
    scara: place.scara,
    reper: place.reper,
    comment: place.comment,
  }
}
