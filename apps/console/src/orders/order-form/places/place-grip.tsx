import {
  type Announcements,
  DndContext,
  type DragMoveEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { IconGripVertical } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { sortingMessages as messages } from '../../../text/sorting-messages.ts'

/** Below this distance a press on the handle is a click, not a drag. */
const DRAG_AFTER_PX = 4
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

interface Props {
  label: string
  letter: string
  index: number
  count: number
  onMove: (to: number) => void
}

/**
 * The handle of one address: dragged with the mouse, or picked up with Space and moved with the arrows. Each handle
 * brings its own context, so that the fields around it are not mounted again when the library is loaded and keep
 * their focus.
 */
export function PlaceGrip({ label, letter, index, count, onMove }: Props) {
  const id = useId()
  const place = useRef<HTMLElement | null>(null)
  const target = useRef(index)
  /** The index reached with the arrows, independent of size changes above it; null while dragging with the mouse. */
  const stepped = useRef<number | null>(null)
  const byStep: KeyboardCoordinateGetter = (event, context) => {
    const step = STEPS[event.code]
    const to = (stepped.current ?? target.current) + (step ?? 0)
    if (step !== undefined && to >= 0 && to < count) stepped.current = to
    return byOnePlace(event, context)
  }
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_AFTER_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: byStep }),
  )
  const follow = ({ delta }: DragMoveEvent) => {
    if (!place.current) return
    place.current.style.transform = `translateY(${delta.y}px)`
    target.current = stepped.current ?? placeAt(place.current, delta.y)
    markTarget(place.current, target.current)
  }
  const letGo = () => {
    if (!place.current) return
    place.current.style.transform = ''
    place.current.classList.remove('is-dragged')
    markTarget(place.current, null)
  }
  const announcements: Announcements = {
    onDragStart: () => messages.taken(letter, index + 1, count),
    onDragMove: () => messages.over(letter, target.current + 1, count),
    onDragOver: () => undefined,
    onDragEnd: () => messages.put(letter, target.current + 1, count),
    onDragCancel: () => messages.canceled(letter),
  }
  return (
    <DndContext
      id={id}
      sensors={sensors}
      accessibility={{ announcements, screenReaderInstructions: { draggable: messages.how } }}
      autoScroll={false}
      onDragStart={() => {
        target.current = index
        stepped.current = null
        place.current?.classList.add('is-dragged')
      }}
      onDragMove={follow}
      onDragCancel={letGo}
      onDragEnd={() => {
        letGo()
        if (target.current !== index) onMove(target.current)
      }}
    >
      <Handle
        label={label}
        onMount={(handle) => {
          place.current = handle?.closest<HTMLElement>('.place') ?? null
        }}
      />
    </DndContext>
  )
}

function Handle({ label, onMount }: { label: string; onMount: (handle: HTMLElement | null) => void }) {
  const { attributes, listeners, setNodeRef } = useDraggable({ id: 'place' })
  return (
    <button
      type="button"
      ref={(handle) => {
        setNodeRef(handle)
        onMount(handle)
      }}
      {...attributes}
      {...listeners}
      className="place-grip"
      aria-label={label}
      title={label}
    >
      <IconGripVertical size={14} aria-hidden />
    </button>
  )
}

function siblings(place: HTMLElement): HTMLElement[] {
  return [...(place.parentElement?.querySelectorAll<HTMLElement>(':scope > .place') ?? [])]
}

/** The index of a place that was moved by this many pixels. */
function placeAt(place: HTMLElement, movedPx: number): number {
  const all = siblings(place)
  const from = all.indexOf(place)
  const middle = (one: HTMLElement) => one.offsetTop + one.offsetHeight / 2
  const now = middle(place) + movedPx
  const before = all.filter((one, n) => one !== place && (n < from ? middle(one) < now : middle(one) <= now))
  return before.length
}

/** Draws a line where the place would be dropped; none at its current position. */
function markTarget(place: HTMLElement, target: number | null): void {
  const all = siblings(place)
  const from = all.indexOf(place)
  for (const other of all) other.classList.remove('drop-before', 'drop-after')
  if (target === null || target === from) return
  all[target]?.classList.add(target < from ? 'drop-before' : 'drop-after')
}

/** One press of an arrow moves by one place, whatever its height. */
const byOnePlace: KeyboardCoordinateGetter = (event, { currentCoordinates }) => {
  const step = STEPS[event.code]
  if (step === undefined) return undefined
  event.preventDefault()
  const dragged = document.querySelector<HTMLElement>('.place.is-dragged')
  if (!dragged) return undefined
  const all = siblings(dragged)
  const moved = Number(/-?[\d.]+/.exec(dragged.style.transform)?.[0] ?? 0)
  const next = all[placeAt(dragged, moved) + step]
  if (!next) return currentCoordinates
  return { x: currentCoordinates.x, y: currentCoordinates.y + step * (next.offsetHeight + gapOf(dragged)) }
}

function gapOf(place: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(place.parentElement ?? place).rowGap) || 0
}
