import type { PlaceView } from '@dispecerat/contract/orders/order-shapes'
import { TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { PlaceInput } from '../../../shared/places/place-input.tsx'
import { ro } from '../../../text/ro.ts'
import { EditButtons } from '../saved/editable-field.tsx'
import { chosenOver, type LeftAddress, leftBehind } from './chosen-address.ts'

const messages = ro.order.place
const DETAILS = ['bloc', 'scara', 'reper', 'comment'] as const

export interface TypedPlace {
  name: string
  point: { lat: number; long: number } | null
  placeId: string | null
  bloc: string
  scara: string
  reper: string
  comment: string
}

export function typedPlaceOf(place: PlaceView | null): TypedPlace {
  return {
    name: place?.name ?? '',
    point: place ? { lat: place.lat, long: place.long } : null,
    placeId: place?.place_id ?? null,
    bloc: place?.bloc ?? '',
    scara: place?.scara ?? '',
    reper: place?.reper ?? '',
    comment: place?.comment ?? '',
  }
}

export function wirePlaceOf(typed: TypedPlace) {
  return {
    name: typed.name.trim(),
    lat: typed.point?.lat ?? 0,
    long: typed.point?.long ?? 0,
    place_id: typed.placeId,
    bloc: typed.bloc.trim() || null,
    scara: typed.scara.trim() || null,
    reper: typed.reper.trim() || null,
    comment: typed.comment.trim() || null,
  }
}

interface Props {
  letter: string
  typed: TypedPlace
  busy: boolean
  /** Shown under the fields: a warning, a colleague's change. */
  note?: ReactNode
  onType: (typed: TypedPlace) => void
  onSave: () => void
  onStop: () => void
}

/** One address of a saved order in edit mode; only a suggested address can be saved. */
export function EditPlaceForm({ letter, typed, busy, note, onType, onSave, onStop }: Props) {
  const [listIsOpen, setListIsOpen] = useState(false)
  const [error, setError] = useState<string | undefined>()
  const left = useRef<LeftAddress | null>(null)
  const save = () => {
    const missing =
      typed.name.trim() === '' ? ro.order.addressRequired : typed.point === null ? messages.choose : undefined
    setError(missing)
    if (missing === undefined) onSave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || listIsOpen) return
    if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.closest('button')) return
    if (event.key === 'Enter') {
      event.preventDefault()
      save()
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      onStop()
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter and Esc of the fields inside
    <div className="edit-field" onKeyDown={onKeyDown}>
      <div className="place">
        <span className="place-letter" aria-hidden>
          {letter}
        </span>
        <div className="place-fields">
          <PlaceInput
            label={messages.edit(letter)}
            hideLabel
            autoFocus
            value={typed.name}
            isResolved={typed.point !== null}
            error={error}
            onType={(name) => {
              left.current = leftBehind(typed, left.current)
              onType({ ...typed, name, point: null, placeId: null })
            }}
            onChoose={(place) => onType(chosenOver(typed, place, left.current))}
            onOpenChange={setListIsOpen}
          />
          <fieldset className="place-details" aria-label={messages.details(letter)}>
            {DETAILS.map((part) => (
              <TextInput
                key={part}
                className={`place-${part}`}
                aria-label={`${messages[part]} ${letter}`}
                placeholder={messages[part]}
                autoComplete="off"
                value={typed[part]}
                onChange={(event) => onType({ ...typed, [part]: event.currentTarget.value })}
              />
            ))}
          </fieldset>
        </div>
        <div className="place-buttons">
          <EditButtons busy={busy} onSave={save} onStop={onStop} />
        </div>
      </div>
      {note}
    </div>
  )
}
