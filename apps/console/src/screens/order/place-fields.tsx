import type { ClientView } from '@dispecerat/contract/company-desk'
import { placeLetter } from '@dispecerat/domain/order'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { KeyHint } from '../../keys/key-hint.tsx'
import { ariaKeys } from '../../keys/registry.ts'
import { type ChosenPlace, PlaceInput } from '../../parts/place-input.tsx'
import { ro } from '../../text/ro.ts'
import type { ChangeDraft } from './draft-store.ts'
import { type DraftPlace, emptyPlace } from './order-draft.ts'

const words = ro.order.place

interface Props {
  places: readonly DraftPlace[]
  saved: ClientView['addresses']
  problem: (field: string) => string | undefined
  change: ChangeDraft
  onListToggle: (isOpen: boolean) => void
}

/** Addresses A, B, C…: A is the pickup, the others are destinations. */
export function PlaceFields({ places, saved, problem, change, onListToggle }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const count = useRef(places.length)
  const own = useMemo(() => saved.map((place) => ({ ...place, placeId: place.place_id })), [saved])

  // A destination just added is where the hands go next.
  useEffect(() => {
    if (places.length > count.current)
      box.current
        ?.querySelectorAll<HTMLElement>('[role="combobox"]')
        .item(places.length - 1)
        ?.focus()
    count.current = places.length
  }, [places.length])

  const edit = (key: string, over: Partial<DraftPlace>) =>
    change((draft) => ({ places: draft.places.map((place) => (place.key === key ? { ...place, ...over } : place)) }))
  const move = (from: number, to: number) =>
    change((draft) => {
      const next = [...draft.places]
      const [taken] = next.splice(from, 1)
      if (taken) next.splice(to, 0, taken)
      return { places: next }
    })
  const remove = (key: string) => change((draft) => ({ places: draft.places.filter((place) => place.key !== key) }))

  return (
    <div ref={box} className="places">
      {places.map((place, index) => (
        <PlaceBlock
          key={place.key}
          place={place}
          index={index}
          isLast={index === places.length - 1}
          isOnly={places.length === 1}
          saved={own}
          error={
            problem(`places.${place.key}`) ??
            problem(`places.${index}`) ??
            problem(`places.${index}.name`) ??
            problem(`places.${index}.lat`)
          }
          onEdit={(over) => edit(place.key, over)}
          onMove={(to) => move(index, to)}
          onRemove={() => remove(place.key)}
          onListToggle={onListToggle}
        />
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={14} />}
        rightSection={<KeyHint of="addPlace" />}
        aria-keyshortcuts={ariaKeys('addPlace')}
        onClick={() => change((draft) => ({ places: [...draft.places, emptyPlace(crypto.randomUUID())] }))}
      >
        {words.add}
      </Button>
    </div>
  )
}

interface BlockProps {
  place: DraftPlace
  index: number
  isLast: boolean
  isOnly: boolean
  saved: readonly (ChosenPlace & { id: number })[]
  error: string | undefined
  onEdit: (over: Partial<DraftPlace>) => void
  onMove: (to: number) => void
  onRemove: () => void
  onListToggle: (isOpen: boolean) => void
}

const DETAILS = ['bloc', 'scara', 'reper', 'comment'] as const

function PlaceBlock({
  place,
  index,
  isLast,
  isOnly,
  saved,
  error,
  onEdit,
  onMove,
  onRemove,
  onListToggle,
}: BlockProps) {
  const letter = placeLetter(index)
  const choose = (chosen: ChosenPlace) =>
    onEdit({
      name: chosen.name,
      point: { lat: chosen.lat, long: chosen.long },
      placeId: chosen.placeId,
      bloc: chosen.bloc ?? place.bloc,
      scara: chosen.scara ?? place.scara,
      reper: chosen.reper ?? place.reper,
      comment: chosen.comment ?? place.comment,
    })
  return (
    <div className="place">
      <span className="place-letter" aria-hidden>
        {letter}
      </span>
      <div className="place-fields">
        <PlaceInput
          label={words.label(letter, index === 0 ? words.pickup : words.destination)}
          hideLabel
          value={place.name}
          isResolved={place.point !== null}
          saved={saved}
          error={error}
          onType={(name) => onEdit({ name, point: null, placeId: null })}
          onChoose={choose}
          onOpenChange={onListToggle}
        />
        <fieldset className="place-details" aria-label={words.details(letter)}>
          {DETAILS.map((part) => (
            <TextInput
              key={part}
              className={`place-${part}`}
              aria-label={`${words[part]} ${letter}`}
              placeholder={words[part]}
              autoComplete="off"
              value={place[part]}
              onChange={(event) => onEdit({ [part]: event.currentTarget.value })}
            />
          ))}
        </fieldset>
      </div>
      {isOnly ? null : (
        <div className="place-buttons">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={words.up(letter)}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          >
            <IconArrowUp size={14} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={words.down(letter)}
            disabled={isLast}
            onClick={() => onMove(index + 1)}
          >
            <IconArrowDown size={14} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" size={24} aria-label={words.remove(letter)} onClick={onRemove}>
            <IconX size={14} />
          </ActionIcon>
        </div>
      )}
    </div>
  )
}
