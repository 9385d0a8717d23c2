import type { ClientView } from '@dispecerat/contract/orders/clients'
import { MAX_PLACES } from '@dispecerat/domain/kernel/typed-text'
import { placeLetter } from '@dispecerat/domain/orders/order'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { KeyHint } from '../../../keys/key-hint.tsx'
import { ariaKeys } from '../../../keys/registry.ts'
import type { PlaceSource } from '../../../shared/places/use-place-suggestions.ts'
import { ro } from '../../../text/ro.ts'
import { offerUndo } from '../../../ui/dialogs/undo-toast.tsx'
import type { ChangeDraft } from '../draft/draft-store.ts'
import { type DraftPlace, withOneMorePlace } from '../draft/order-draft.ts'
import { DOOR_PARTS } from '../draft/order-problems.ts'
import { type PlaceActs, PlaceBlock, type PlaceProblems } from './place-block.tsx'
import '../places.css'

const messages = ro.order.place
const UNDO_MS = 5000
const NONE: PlaceProblems = {}

interface Props {
  places: readonly DraftPlace[]
  /** Number of letters used by a preceding fixed pickup. */
  startAt?: number
  saved: Readonly<ClientView['addresses']>
  source: PlaceSource
  problem: (field: string) => string | undefined
  change: ChangeDraft
  onListToggle: (isOpen: boolean) => void
}

/** Addresses A, B, C…: A is the pickup, the others are destinations. */
export function PlaceFields({ places, startAt = 0, saved, source, problem, change, onListToggle }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const count = useRef(places.length)
  const own = useMemo(() => saved.map((place) => ({ ...place, placeId: place.place_id })), [saved])

  /* Focuses a destination that was just added. */
  useEffect(() => {
    if (places.length === count.current + 1)
      box.current
        ?.querySelectorAll<HTMLElement>('[role="combobox"]')
        .item(places.length - 1)
        ?.focus()
    count.current = places.length
  }, [places.length])

  const acts = useMemo<PlaceActs>(
    () => ({
      edit: (key, over) =>
        change((draft) => ({
          places: draft.places.map((place) => (place.key === key ? { ...place, ...over(place) } : place)),
        })),
      move: (from, to) =>
        change((draft) => ({
          places: draft.places.toSpliced(from, 1).toSpliced(to, 0, ...draft.places.slice(from, from + 1)),
        })),
      remove: (place, index) => {
        change((draft) => ({ places: draft.places.filter(({ key }) => key !== place.key) }))
        if (place.name.trim() === '') return
        offerUndo({
          text: messages.removed(placeLetter(index + startAt)),
          label: ro.toast.undo,
          ms: UNDO_MS,
          undo: () => {
            /* A restored place is no new destination: it must not take the focus. */
            count.current += 1
            change((draft) => ({ places: draft.places.toSpliced(index, 0, place) }))
          },
        })
      },
    }),
    [change, startAt],
  )

  return (
    <div ref={box} className="places">
      {places.map((place, index) => (
        <PlaceBlock
          key={place.key}
          place={place}
          index={index}
          lettersBefore={startAt}
          count={places.length}
          saved={own}
          source={source}
          problems={problemsOfPlace(place.key, index, problem)}
          acts={acts}
          onListToggle={onListToggle}
        />
      ))}
      <AddPlaceButton isFull={places.length >= MAX_PLACES} onAdd={() => change(withOneMorePlace)} />
    </div>
  )
}

function AddPlaceButton({ isFull, onAdd }: { isFull: boolean; onAdd: () => void }) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconPlus size={14} />}
      rightSection={<KeyHint of="addPlace" />}
      aria-keyshortcuts={ariaKeys('addPlace')}
      data-disabled={isFull || undefined}
      aria-disabled={isFull || undefined}
      title={isFull ? messages.full : undefined}
      aria-description={isFull ? messages.full : undefined}
      onClick={onAdd}
    >
      {messages.add}
    </Button>
  )
}

/** The form's own checks name a place by its key, the server by its index. */
function problemsOfPlace(key: string, index: number, problem: Props['problem']): PlaceProblems {
  const name =
    problem(`places.${key}`) ??
    problem(`places.${index}`) ??
    problem(`places.${index}.name`) ??
    problem(`places.${index}.lat`)
  const found: Partial<Record<keyof PlaceProblems, string>> = name === undefined ? {} : { name }
  for (const part of DOOR_PARTS) {
    const wrong = problem(`places.${key}.${part}`) ?? problem(`places.${index}.${part}`)
    if (wrong !== undefined) found[part] = wrong
  }
  return Object.keys(found).length === 0 ? NONE : found
}
