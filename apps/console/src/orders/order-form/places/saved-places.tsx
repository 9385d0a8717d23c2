import type { OrderView, PlaceView } from '@dispecerat/contract/orders/order-shapes'
import { addPlace, removePlace, sortPlaces } from '@dispecerat/contract/orders/orders'
import { placeLetter } from '@dispecerat/domain/orders/order'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { request } from '../../../api/request.ts'
import { useAction } from '../../../api/use-action.ts'
import { KeyHint } from '../../../keys/key-hint.tsx'
import { ariaKeys } from '../../../keys/registry.ts'
import { useKey } from '../../../keys/use-key.ts'
import { ro } from '../../../text/ro.ts'
import { confirm } from '../../../ui/dialogs/confirm.tsx'
import { toast } from '../../../ui/dialogs/toast.ts'
import { offerUndo } from '../../../ui/dialogs/undo-toast.tsx'
import { SortableList } from '../../../ui/sortable.tsx'
import { moveId, placesWithEdited, sortByIds } from '../draft/places-in-order.ts'
import { useCountAsEdit } from '../saved/open-edits.ts'
import { savedOrderMessages } from '../saved-order-messages.ts'
import { useOrderTurns } from '../search/order-turns.tsx'
import { useKeepOrder } from '../use-order.ts'
import { EditPlaceForm, type TypedPlace, typedPlaceOf, wirePlaceOf } from './edit-place-form.tsx'
import { SavedPlace } from './saved-place.tsx'

const messages = ro.order.place
const UNDO_MS = 6000

/** The addresses of a placed order: each with a pencil; added, removed and moved one at a time. */
export function SavedPlaces({ order, locked }: { order: OrderView; locked: string | null }) {
  const [isAdding, setIsAdding] = useState(false)
  /** Shown while it is edited, also when a colleague deletes it meanwhile. */
  const [edited, setEdited] = useState<PlaceView | null>(null)
  const act = usePlaceActions(order)
  const isSearched = order.state === 'created' || order.in_pending_queue
  const ids = act.sorting ?? order.places.map(({ id }) => id)
  const staying = ids.filter((id) => !act.leaving.includes(id))
  /** Another pickup restarts a running search, so it is confirmed first. */
  const confirmIfPickup = (first: number | undefined, onYes: () => void) => {
    if (!isSearched || first === staying[0]) return onYes()
    confirm({ text: savedOrderMessages.place.pickupQuestion, yes: savedOrderMessages.place.pickupYes, onYes })
  }
  const sort = (next: number[]) =>
    confirmIfPickup(
      next.find((id) => staying.includes(id)),
      () => act.sort(next),
    )
  const remove = (place: PlaceView, index: number) =>
    confirmIfPickup(
      staying.find((id) => id !== place.id),
      () => act.remove(place, index),
    )
  useKey('addPlace', () => setIsAdding(true), locked === null)
  const shown = placesWithEdited(sortByIds(order.places, ids), edited)
  const nameOf = (id: number) => {
    const index = ids.indexOf(id)
    return savedOrderMessages.place.named(placeLetter(index), shown[index]?.name ?? '')
  }
  return (
    <div className="places">
      <SortableList ids={ids} nameOf={nameOf} onSort={sort}>
        <ol className="saved-places">
          {shown.map((place, index) => (
            <SavedPlace
              key={place.id}
              order={order}
              place={place}
              index={index}
              count={ids.length}
              isOnly={staying.length === 1}
              locked={locked ?? (act.leaving.includes(place.id) ? savedOrderMessages.place.leaving : null)}
              isGone={!order.places.some(({ id }) => id === place.id)}
              onEditing={(isEditing) => setEdited((now) => (isEditing ? place : now?.id === place.id ? null : now))}
              onMove={(by) => sort(moveId(ids, place.id, by))}
              onRemove={() => remove(place, index)}
            />
          ))}
        </ol>
      </SortableList>
      {isAdding ? (
        <AddedPlace order={order} onEnd={() => setIsAdding(false)} />
      ) : (
        <AddButton locked={locked} onClick={() => setIsAdding(true)} />
      )}
    </div>
  )
}

function AddButton({ locked, onClick }: { locked: string | null; onClick: () => void }) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconPlus size={14} />}
      rightSection={<KeyHint of="addPlace" />}
      aria-keyshortcuts={ariaKeys('addPlace')}
      data-disabled={locked !== null || undefined}
      aria-disabled={locked !== null || undefined}
      title={locked ?? undefined}
      aria-description={locked ?? undefined}
      onClick={() => locked === null && onClick()}
    >
      {messages.add}
    </Button>
  )
}

interface Sorted {
  ids: number[]
  /** The version on which the accepted sort was made; null until the reply. */
  from: number | null
}

function usePlaceActions(order: OrderView) {
  const inTurn = useOrderTurns(order)
  const [sorted, setSorted] = useState<Sorted | null>(null)
  const [leaving, setLeaving] = useState<readonly number[]>([])
  const { sortNow, removeNow } = usePlaceRequests(order)
  const sort = (ids: number[]) => {
    const put: Sorted = { ids, from: null }
    setSorted(put)
    void inTurn(async (current) => {
      /* The change before may have removed an address, and a colleague may have added one. */
      const all = sortByIds(current.places, ids).map(({ id }) => id)
      const worked = await sortNow({ ids: all, version: current.version })
      setSorted((now) => (now !== put ? now : worked ? { ids, from: current.version } : null))
    })
  }
  const remove = (place: PlaceView, position: number) => {
    setLeaving((ids) => [...ids, place.id])
    void inTurn(async ({ version }) => {
      const worked = await removeNow({ place, position, version })
      if (!worked) setLeaving((ids) => ids.filter((id) => id !== place.id))
    })
  }
  return {
    /** Optimistic order until the order with the server's sort has arrived, so that the old one never flashes up. */
    sorting: sorted && (sorted.from === null || sorted.from === order.version) ? sorted.ids : null,
    /** Addresses being removed. */
    leaving,
    sort,
    remove,
  }
}

function usePlaceRequests(order: OrderView) {
  const { keep } = useKeepOrder()
  const inTurn = useOrderTurns(order)
  const applyReply = ({ data }: { data: OrderView }) => {
    keep(data)
    toast.good(ro.order.placeUpdated)
  }
  const sort = useAction(
    ({ ids, version }: { ids: number[]; version: number }, key) =>
      request(sortPlaces, { params: { id: order.id }, body: { ids } }, { key, version }),
    { done: applyReply },
  )
  const putBack = useAction(
    ({ place, position }: { place: PlaceView; position: number }, key) => {
      const body = { place: wirePlaceOf(typedPlaceOf(place)), position }
      return request(addPlace, { params: { id: order.id }, body }, { key })
    },
    { done: applyReply },
  )
  const remove = useAction(
    ({ place, version }: { place: PlaceView; position: number; version: number }, key) =>
      request(removePlace, { params: { id: order.id, placeId: place.id } }, { key, version }),
    {
      done: ({ data }, { place, position }) => {
        keep(data)
        offerUndo({
          text: savedOrderMessages.place.removed(placeLetter(position)),
          label: savedOrderMessages.place.undo,
          ms: UNDO_MS,
          undo: () => void inTurn(() => putBack.run({ place, position })),
        })
      },
    },
  )
  return { sortNow: sort.run, removeNow: remove.run }
}

function AddedPlace({ order, onEnd }: { order: OrderView; onEnd: () => void }) {
  const { keep } = useKeepOrder()
  const inTurn = useOrderTurns(order)
  const [typed, setTyped] = useState<TypedPlace>(typedPlaceOf(null))
  useCountAsEdit(true)
  const add = useAction(
    (place: TypedPlace, key) =>
      inTurn(() => request(addPlace, { params: { id: order.id }, body: { place: wirePlaceOf(place) } }, { key })),
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
      onType={setTyped}
      onSave={() => void add.run(typed)}
      onStop={onEnd}
    />
  )
}
