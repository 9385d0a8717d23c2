import { placeLetter } from '@dispecerat/domain/orders/order'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconMap2, IconX } from '@tabler/icons-react'
import { memo, Suspense, useState } from 'react'
import { PlaceInput } from '../../../shared/places/place-input.tsx'
import type { ChosenPlace, SavedPlace } from '../../../shared/places/place-suggestion.ts'
import type { PlaceSource } from '../../../shared/places/use-place-suggestions.ts'
import { ro } from '../../../text/ro.ts'
import { later } from '../../../ui/later.ts'
import type { DraftPlace } from '../draft/order-draft.ts'
import { DOOR_PARTS } from '../draft/order-problems.ts'
import { chosenOver, isBlank, type LeftAddress, leftBehind } from './chosen-address.ts'

const messages = ro.order.place
const PlaceGrip = later(() => import('./place-grip.tsx').then((m) => m.PlaceGrip))
const PlaceOnMap = later(() => import('./place-on-map.tsx').then((m) => m.PlaceOnMap))

export type PlaceProblems = Readonly<Partial<Record<'name' | (typeof DOOR_PARTS)[number], string>>>

/** Actions of a row on the form; one stable object for all rows, so that memo works. */
export interface PlaceActs {
  edit: (key: string, over: (now: DraftPlace) => Partial<DraftPlace>) => void
  move: (from: number, to: number) => void
  remove: (place: DraftPlace, index: number) => void
}

interface Props {
  place: DraftPlace
  index: number
  lettersBefore: number
  count: number
  saved: readonly SavedPlace[]
  source: PlaceSource
  problems: PlaceProblems
  acts: PlaceActs
  onListToggle: (isOpen: boolean) => void
}

/**
 * One address with its door details, and the controls that move it, remove it or find it on the map. Memoised: typing
 * in one row renders only that row.
 */
export const PlaceBlock = memo(function PlaceBlock({
  place,
  index,
  lettersBefore,
  count,
  saved,
  source,
  problems,
  acts,
  onListToggle,
}: Props) {
  const [mapIsOpen, setMapIsOpen] = useState(false)
  const letter = placeLetter(index + lettersBefore)
  const onEdit = (over: Partial<DraftPlace>) => acts.edit(place.key, () => over)
  const onMove = (to: number) => acts.move(index, to)
  const [left, setLeft] = useState<LeftAddress | null>(null)
  /* The row may stay mounted for the next order, whose client must not get the address of the one before. */
  if (left !== null && isBlank(place)) setLeft(null)
  const type = (name: string) => {
    setLeft(leftBehind(place, left))
    onEdit({ name, point: null, placeId: null })
  }
  const choose = (chosen: ChosenPlace) => acts.edit(place.key, (now) => chosenOver(now, chosen, left))
  return (
    <div className="place">
      <span className="place-letter" aria-hidden>
        {letter}
      </span>
      <div className="place-fields">
        <PlaceInput
          label={messages.label(letter, index + lettersBefore === 0 ? messages.pickup : messages.destination)}
          hideLabel
          mayDelete
          source={source}
          value={place.name}
          isResolved={place.point !== null}
          saved={saved}
          error={problems.name}
          onType={type}
          onChoose={choose}
          onLocate={(placeId, point) =>
            acts.edit(place.key, (now) => (now.placeId === placeId && now.point !== null ? { point } : {}))
          }
          onOpenChange={onListToggle}
        />
        <fieldset className="place-details" aria-label={messages.details(letter)}>
          {DOOR_PARTS.map((part) => (
            <TextInput
              key={part}
              className={`place-${part}`}
              aria-label={`${messages[part]} ${letter}`}
              placeholder={messages[part]}
              autoComplete="off"
              value={place[part]}
              error={problems[part]}
              onChange={(event) => onEdit({ [part]: event.currentTarget.value })}
            />
          ))}
        </fieldset>
      </div>
      <div className="place-buttons">
        <PlaceButton label={messages.onMap(letter)} icon={IconMap2} onClick={() => setMapIsOpen(true)} />
        {count > 1 ? (
          <>
            <PlaceButton
              label={messages.up(letter)}
              icon={IconArrowUp}
              disabled={index === 0}
              onClick={() => onMove(index - 1)}
            />
            <PlaceButton
              label={messages.down(letter)}
              icon={IconArrowDown}
              disabled={index === count - 1}
              onClick={() => onMove(index + 1)}
            />
            <Suspense fallback={<span className="place-grip" />}>
              <PlaceGrip label={messages.grip(letter)} letter={letter} index={index} count={count} onMove={onMove} />
            </Suspense>
            <PlaceButton label={messages.remove(letter)} icon={IconX} onClick={() => acts.remove(place, index)} />
          </>
        ) : null}
      </div>
      {mapIsOpen ? (
        <Suspense fallback={null}>
          <PlaceOnMap letter={letter} start={place} onUse={onEdit} onClose={() => setMapIsOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
})

function PlaceButton(props: { label: string; icon: typeof IconX; disabled?: boolean; onClick: () => void }) {
  const Icon = props.icon
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled ?? false}
      onClick={props.onClick}
    >
      <Icon size={14} />
    </ActionIcon>
  )
}
