import type { OrderView, PlaceView } from '@dispecerat/contract/order-shapes'
import { addPlace, editPlace, removePlace, sortPlaces } from '@dispecerat/contract/orders'
import { placeLetter } from '@dispecerat/domain/order'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { KeyHint } from '../../keys/key-hint.tsx'
import { useKey } from '../../keys/use-key.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/toast.ts'
import { EditPlaceForm, type TypedPlace, typedPlaceOf, wirePlaceOf } from './edit-place-form.tsx'
import { useFieldEdit } from './use-field-edit.ts'
import { useKeepOrder } from './use-order.ts'

const words = ro.order.place
const TEXTS = { saved: ro.order.placeUpdated, failed: ro.order.placeInvalid }

/** The addresses of a saved order: read with a pencil each, added, removed and moved one at a time. */
export function SavedPlaces({ order, locked }: { order: OrderView; locked: string | null }) {
  const { keep } = useKeepOrder()
  const [adding, setAdding] = useState(false)
  const kept = {
    done: ({ data }: { data: OrderView }) => {
      keep(data)
      toast.good(ro.order.placeUpdated)
    },
  }
  const sort = useAction(
    (ids: number[], key) => call(sortPlaces, { params: { id: order.id }, body: { ids } }, { key }),
    kept,
  )
  const remove = useAction(
    (placeId: number, key) => call(removePlace, { params: { id: order.id, placeId } }, { key }),
    kept,
  )
  useKey('addPlace', () => setAdding(true), locked === null)

  const move = (from: number, to: number) => {
    const ids = order.places.map((place) => place.id)
    const [taken] = ids.splice(from, 1)
    if (taken !== undefined) ids.splice(to, 0, taken)
    void sort.run(ids)
  }
  return (
    <div className="places">
      {order.places.map((place, index) => (
        <SavedPlace
          key={place.id}
          order={order}
          place={place}
          index={index}
          locked={locked}
          onMove={(to) => move(index, to)}
          onRemove={() => void remove.run(place.id)}
        />
      ))}
      {adding ? <AddedPlace order={order} onEnd={() => setAdding(false)} /> : null}
      {locked === null && !adding ? (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          rightSection={<KeyHint of="addPlace" />}
          onClick={() => setAdding(true)}
        >
          {words.add}
        </Button>
      ) : null}
    </div>
  )
}

interface PlaceProps {
  order: OrderView
  place: PlaceView
  index: number
  locked: string | null
  onMove: (to: number) => void
  onRemove: () => void
}

function SavedPlace({ order, place, index, locked, onMove, onRemove }: PlaceProps) {
  const letter = placeLetter(index)
  const edit = useFieldEdit<TypedPlace>(
    order,
    (typed, how) => call(editPlace, { params: { id: order.id, placeId: place.id }, body: wirePlaceOf(typed) }, how),
    TEXTS,
  )
  if (edit.editing && edit.value) {
    return (
      <EditPlaceForm
        letter={letter}
        typed={edit.value}
        busy={edit.busy}
        conflict={edit.conflict}
        onType={edit.set}
        onSave={() => void edit.submit()}
        onStop={edit.stop}
      />
    )
  }
  const details = [
    place.bloc && `${words.bloc} ${place.bloc}`,
    place.scara && `${words.scara} ${place.scara}`,
    place.reper,
    place.comment,
  ].filter(Boolean)
  const isOnly = order.places.length === 1
  return (
    <div className="place">
      <span className="place-letter" aria-hidden>
        {letter}
      </span>
      <div className="place-fields">
        <span className="visually-hidden">{words.label(letter, index === 0 ? words.pickup : words.destination)}</span>
        <b>{place.name}</b>
        {details.length > 0 ? <div className="small dim">{details.join(' · ')}</div> : null}
      </div>
      {locked === null ? (
        <div className="place-buttons">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={words.edit(letter)}
            onClick={() => edit.start(typedPlaceOf(place))}
          >
            <IconPencil size={14} />
          </ActionIcon>
          {isOnly ? null : (
            <>
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
                disabled={index === order.places.length - 1}
                onClick={() => onMove(index + 1)}
              >
                <IconArrowDown size={14} />
              </ActionIcon>
              <ActionIcon variant="subtle" color="gray" size={24} aria-label={words.remove(letter)} onClick={onRemove}>
                <IconX size={14} />
              </ActionIcon>
            </>
          )}
        </div>
      ) : null}
    </div>
  )
}

function AddedPlace({ order, onEnd }: { order: OrderView; onEnd: () => void }) {
  const { keep } = useKeepOrder()
  const [typed, setTyped] = useState<TypedPlace>(typedPlaceOf(null))
  const add = useAction(
    (place: TypedPlace, key) =>
      call(addPlace, { params: { id: order.id }, body: { place: wirePlaceOf(place) } }, { key }),
    {
      done: ({ data }) => {
        keep(data)
        toast.good(ro.order.placeUpdated)
        onEnd()
      },
    },
  )
  return (
    <EditPlaceForm
      letter={placeLetter(order.places.length)}
      typed={typed}
      busy={add.busy}
      conflict={null}
      onType={setTyped}
      onSave={() => void add.run(typed)}
      onStop={onEnd}
    />
  )
}
