import type { OrderView, PlaceView } from '@dispecerat/contract/orders/order-shapes'
import { addPlace, editPlace } from '@dispecerat/contract/orders/orders'
import { placeLetter } from '@dispecerat/domain/orders/order'
import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { request } from '../../../api/request.ts'
import { ro } from '../../../text/ro.ts'
import { SortableItem } from '../../../ui/sortable.tsx'
import { ConflictNote } from '../saved/conflict-note.tsx'
import { useFocusWhenDone } from '../saved/editable-field.tsx'
import { type FieldEdit, useFieldEdit } from '../saved/use-field-edit.ts'
import { useWhoChanged } from '../saved/use-who-changed.ts'
import { savedOrderMessages } from '../saved-order-messages.ts'
import { EditPlaceForm, type TypedPlace, typedPlaceOf, wirePlaceOf } from './edit-place-form.tsx'

const messages = ro.order.place
const TEXTS = { saved: ro.order.placeUpdated, failed: ro.order.placeInvalid }

interface Props {
  order: OrderView
  place: PlaceView
  index: number
  count: number
  /** The last remaining address cannot be removed. */
  isOnly: boolean
  locked: string | null
  /** A colleague deleted the address while it was edited here. */
  isGone: boolean
  onEditing: (isEditing: boolean) => void
  onMove: (by: number) => void
  onRemove: () => void
}

export function SavedPlace(props: Props) {
  const { order, place, index, isGone } = props
  const letter = placeLetter(index)
  const edit = useFieldEdit<TypedPlace>({
    order,
    read: (now) => typedPlaceOf(now.places.find(({ id }) => id === place.id) ?? place),
    save: (typed, how) => {
      const body = wirePlaceOf(typed)
      return isGone
        ? request(addPlace, { params: { id: order.id }, body: { place: body, position: index } }, how)
        : request(editPlace, { params: { id: order.id, placeId: place.id }, body }, how)
    },
    texts: TEXTS,
    savesUnchanged: isGone,
  })
  const pencil = useFocusWhenDone(edit.isEditing)
  useReportEditing(edit.isEditing, props.onEditing)
  return (
    <SortableItem id={place.id} handleLabel={savedOrderMessages.place.move(letter)} className="saved-place">
      {(handle) =>
        edit.isEditing && edit.typed ? (
          <EditPlaceForm
            letter={letter}
            typed={edit.typed}
            busy={edit.busy}
            note={<Notes {...props} letter={letter} edit={edit} />}
            onType={edit.set}
            onSave={() => edit.submit()}
            onStop={edit.stop}
          />
        ) : (
          <div className="place">
            <span className="place-letter" aria-hidden>
              {letter}
            </span>
            <PlaceText
              place={place}
              label={messages.label(letter, index === 0 ? messages.pickup : messages.destination)}
            />
            <PlaceButtons {...props} letter={letter} handle={handle} onEdit={edit.start} pencil={pencil} />
          </div>
        )
      }
    </SortableItem>
  )
}

function useReportEditing(isEditing: boolean, report: (isEditing: boolean) => void) {
  const latest = useRef(report)
  useEffect(() => {
    latest.current = report
  })
  useEffect(() => latest.current(isEditing), [isEditing])
}

/** Notices about the side effects of a save and about changes by colleagues. */
function Notes({ order, index, isGone, letter, edit }: Props & { letter: string; edit: FieldEdit<TypedPlace> }) {
  const isSearched = order.state === 'created' || order.in_pending_queue
  return (
    <>
      {edit.refused ? <p className="field-refused small">{edit.refused.text}</p> : null}
      {isGone ? <Gone order={order} /> : null}
      {index === 0 && isSearched ? <p className="small note-restarts">{savedOrderMessages.edit.restarts}</p> : null}
      {edit.theirs ? (
        <ConflictNote
          order={order}
          label={messages.label(letter, index === 0 ? messages.pickup : messages.destination)}
          field="places"
          before={textOf(edit.theirs.before)}
          now={textOf(edit.theirs.now)}
          isAsked={edit.theirs.isAsked}
          onKeepMine={() => edit.submit(true)}
          onTakeTheirs={edit.stop}
        />
      ) : null}
    </>
  )
}

function Gone({ order }: { order: OrderView }) {
  return (
    <p className="note tag-alert-soft" role="alert">
      {savedOrderMessages.edit.gone(useWhoChanged(order, 'places'))}
    </p>
  )
}

function textOf({ name, bloc, scara, reper, comment }: TypedPlace): string {
  return [name, bloc, scara, reper, comment].filter(Boolean).join(', ')
}

function PlaceText({ place, label }: { place: PlaceView; label: string }) {
  const details = [
    place.bloc && `${messages.bloc} ${place.bloc}`,
    place.scara && `${messages.scara} ${place.scara}`,
    place.reper,
    place.comment,
  ].filter(Boolean)
  return (
    <div className="place-fields">
      <span className="visually-hidden">{label}</span>
      <b>{place.name}</b>
      {details.length > 0 ? <div className="small dim">{details.join(' · ')}</div> : null}
    </div>
  )
}

interface ButtonsProps extends Props {
  letter: string
  handle: ReactNode
  pencil: React.Ref<HTMLButtonElement>
  onEdit: () => void
}

function PlaceButtons({
  letter,
  index,
  count,
  isOnly,
  locked,
  handle,
  pencil,
  onEdit,
  onMove,
  onRemove,
}: ButtonsProps) {
  const whyStays = locked ?? (isOnly ? savedOrderMessages.place.onlyOne : null)
  return (
    <div className="place-buttons">
      <PlaceButton ref={pencil} label={messages.edit(letter)} why={locked} onClick={onEdit}>
        <IconPencil size={14} />
      </PlaceButton>
      {count > 1 && locked === null ? (
        <>
          <PlaceButton label={messages.up(letter)} isEnd={index === 0} onClick={() => onMove(-1)}>
            <IconArrowUp size={14} />
          </PlaceButton>
          <PlaceButton label={messages.down(letter)} isEnd={index === count - 1} onClick={() => onMove(1)}>
            <IconArrowDown size={14} />
          </PlaceButton>
          {handle}
        </>
      ) : null}
      <PlaceButton label={messages.remove(letter)} why={whyStays} onClick={onRemove}>
        <IconX size={14} />
      </PlaceButton>
    </div>
  )
}

interface ButtonProps {
  ref?: React.Ref<HTMLButtonElement>
  label: string
  why?: string | null
  isEnd?: boolean
  onClick: () => void
  children: ReactNode
}

function PlaceButton({ ref, label, why = null, isEnd = false, onClick, children }: ButtonProps) {
  const isOff = why !== null || isEnd
  return (
    <ActionIcon
      ref={ref}
      variant="subtle"
      color="gray"
      size={24}
      aria-label={label}
      title={why ?? undefined}
      aria-description={why ?? undefined}
      data-disabled={isOff || undefined}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onClick()}
    >
      {children}
    </ActionIcon>
  )
}
