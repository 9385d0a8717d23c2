import { Combobox, type ComboboxStore, Loader, TextInput, useCombobox } from '@mantine/core'
import { IconBuildingStore, IconMapPin, IconStar, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { notifyError } from '../../api/notify-error.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import './place-input.css'
import { newerPlacePoint, olderPlacePoint } from './place-details.ts'
import type { ChosenPlace, SavedPlace, Suggestion } from './place-suggestion.ts'
import { useDeleteAddress } from './use-delete-address.ts'
import { type PlaceSource, usePlaceSuggestions } from './use-place-suggestions.ts'

interface Props {
  label: string
  hideLabel?: boolean
  /** Replaces the hint about the minimum number of letters. */
  placeholder?: string
  value: string
  isResolved: boolean
  saved?: readonly SavedPlace[]
  source?: PlaceSource
  /** Lets the user delete saved and company addresses from the list. */
  mayDelete?: boolean
  error?: string | undefined
  inputRef?: Ref<HTMLInputElement>
  autoFocus?: boolean
  onType: (text: string) => void
  onChoose: (place: ChosenPlace) => void
  /** Called after `onChoose` when the details give other coordinates than the suggestion. */
  onLocate?: (placeId: string, point: { lat: number; long: number }) => void
  /** Called when a list with suggestions opens or closes, and while a choice is being located. */
  onOpenChange?: (isOpen: boolean) => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

const messages = ro.order.place
const ICON = { saved: IconStar, internal: IconBuildingStore, found: IconMapPin } as const
const NONE: readonly SavedPlace[] = []

/**
 * Address field: the client's own addresses first, then the company's and the provider's; the first one is
 * highlighted.
 */
export function PlaceInput(props: Props) {
  const { source = 'newer', mayDelete = false } = props
  const [isOpen, setOpen] = useState(false)
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: setOpen })
  const { suggestions, sessionToken, isSearching, isFruitless, failed } = usePlaceSuggestions({
    typed: props.value,
    isResolved: props.isResolved,
    isOpen,
    saved: props.saved ?? NONE,
    source,
  })
  const { choose, isLocating } = useChoice(props, source, sessionToken)
  const remove = useDeleteAddress()
  const hangsOpen = isOpen && suggestions.length > 0
  useFirstHighlighted(combobox, suggestions, hangsOpen)
  useOpenNotice(hangsOpen || isLocating, props.onOpenChange)
  const deleteOne = (one: Suggestion | undefined) => {
    if (!one || !isDeletable(one)) return
    setOpen(false)
    remove(one.savedId === null ? { placeId: one.placeId ?? '' } : { savedId: one.savedId })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    props.onKeyDown?.(event)
    if (!mayDelete || !hangsOpen || event.key !== 'Delete' || !event.shiftKey) return
    event.preventDefault()
    deleteOne(suggestions[combobox.getSelectedOptionIndex()])
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => {
        const chosen = suggestions.find((one) => one.key === key)
        setOpen(false)
        if (chosen) void choose(chosen)
      }}
      transitionProps={{ duration: 0 }}
      withinPortal
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={props.inputRef}
          role="combobox"
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          label={props.hideLabel ? undefined : props.label}
          aria-label={props.hideLabel ? props.label : undefined}
          placeholder={props.placeholder ?? (source === 'newer' ? messages.min : messages.minClassic)}
          autoFocus={props.autoFocus}
          value={props.value}
          error={props.error}
          rightSection={isSearching || isLocating ? <Loader size={14} aria-label={messages.searching} /> : null}
          onChange={(event) => {
            props.onType(event.currentTarget.value)
            setOpen(true)
          }}
          onFocus={() => {
            if (props.value === '') setOpen(true)
          }}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <SuggestionList
        suggestions={suggestions}
        isFruitless={isFruitless}
        failed={failed}
        onDelete={mayDelete ? deleteOne : null}
      />
    </Combobox>
  )
}

function useFirstHighlighted(combobox: ComboboxStore, suggestions: readonly Suggestion[], hangsOpen: boolean) {
  const print = suggestions.map((one) => one.key).join('|')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first one is highlighted again whenever the list changes
  useEffect(() => {
    if (hangsOpen) combobox.selectFirstOption()
  }, [print, hangsOpen])
}

function useOpenNotice(isBusy: boolean, onOpenChange: Props['onOpenChange']) {
  useEffect(() => {
    if (!isBusy) return
    onOpenChange?.(true)
    return () => onOpenChange?.(false)
  }, [isBusy, onOpenChange])
}

/** Passes a chosen suggestion on with its coordinates, which some providers give only on request. */
function useChoice(
  { onChoose, onLocate }: Pick<Props, 'onChoose' | 'onLocate'>,
  source: PlaceSource,
  sessionToken: string,
) {
  const [isLocating, setIsLocating] = useState(false)
  const locate = useLocate(onLocate)
  const choose = async (chosen: Suggestion) => {
    const { kind, key: _key, savedId: _id, point, ...place } = chosen
    if (point) {
      onChoose({ ...place, ...point })
      if (kind !== 'saved' && chosen.placeId !== null) void locate(chosen.placeId, sessionToken)
      return
    }
    setIsLocating(true)
    try {
      const found = await pointOf(source, chosen.placeId ?? '', sessionToken)
      if (found) onChoose({ ...place, lat: found.lat, long: found.long })
      else toast.bad(messages.failed)
    } catch (error) {
      notifyError(error)
    } finally {
      setIsLocating(false)
    }
  }
  return { choose, isLocating }
}

interface ListProps {
  suggestions: readonly Suggestion[]
  isFruitless: boolean
  failed: boolean
  onDelete: ((one: Suggestion) => void) | null
}

function SuggestionList({ suggestions, isFruitless, failed, onDelete }: ListProps) {
  return (
    <Combobox.Dropdown hidden={suggestions.length === 0 && !isFruitless && !failed}>
      <Combobox.Options aria-label={messages.suggestions} mah={280} style={{ overflowY: 'auto' }}>
        {suggestions.map((one) => (
          <SuggestionLine
            key={one.key}
            suggestion={one}
            {...(onDelete && isDeletable(one) ? { onDelete: () => onDelete(one) } : {})}
          />
        ))}
        {isFruitless ? <Combobox.Empty>{messages.none}</Combobox.Empty> : null}
        {failed ? <Combobox.Empty>{messages.failed}</Combobox.Empty> : null}
      </Combobox.Options>
      {onDelete && suggestions.some(isDeletable) ? (
        <Combobox.Footer className="suggestion-hint small dim">{messages.deleteHint}</Combobox.Footer>
      ) : null}
    </Combobox.Dropdown>
  )
}

function pointOf(source: PlaceSource, placeId: string, sessionToken: string) {
  if (source === 'classic') return olderPlacePoint(placeId, sessionToken)
  return newerPlacePoint(placeId, sessionToken, new AbortController().signal)
}

/** Requests the details of the last choice only; unmounting aborts the request. */
function useLocate(locate: Props['onLocate']) {
  const pending = useRef<AbortController | null>(null)
  useEffect(() => () => pending.current?.abort(), [])
  return async (placeId: string, sessionToken: string) => {
    pending.current?.abort()
    const question = new AbortController()
    pending.current = question
    const point = await newerPlacePoint(placeId, sessionToken, question.signal)
    if (point && !question.signal.aborted) locate?.(placeId, point)
  }
}

function isDeletable({ savedId, kind }: Suggestion): boolean {
  return savedId !== null || kind === 'internal'
}

function SuggestionLine({ suggestion, onDelete }: { suggestion: Suggestion; onDelete?: () => void }) {
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
      <span className="small dim">({messages[suggestion.kind]})</span>
      {onDelete ? (
        /* For the mouse only: an option must not contain another control, so the keyboard has a key of its own. */
        <span
          className="suggestion-delete"
          title={messages.deleteYes}
          aria-hidden
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            event.stopPropagation()
            onDelete()
          }}
        >
          <IconTrash size={14} />
        </span>
      ) : null}
    </Combobox.Option>
  )
}
