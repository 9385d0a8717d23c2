import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { IconGripVertical } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useId, useRef } from 'react'
import './sortable.css'
import { sortingMessages as messages } from '../text/sorting-messages.ts'

/** Below this distance a press on the handle is a click, not a drag. */
const DRAG_AFTER_PX = 4

/**
 * A list whose items are moved with the mouse or with Space and the arrow keys; every move is announced to screen
 * readers.
 */
export function SortableList({
  ids,
  nameOf,
  onSort,
  children,
}: {
  ids: readonly number[]
  nameOf: (id: number) => string
  onSort: (ids: number[]) => void
  children: ReactNode
}) {
  const id = useId()
  const hasMoved = useRef(false)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_AFTER_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const drop = ({ active, over }: DragEndEvent) => {
    const to = over === null ? -1 : ids.indexOf(Number(over.id))
    if (to >= 0) onSort(movedTo(ids, Number(active.id), to))
  }
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      onDragEnd={drop}
      accessibility={{
        announcements: spoken(ids, nameOf, hasMoved),
        screenReaderInstructions: { draggable: messages.how },
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

/** The list with one item at another place. */
export function movedTo(ids: readonly number[], id: number, to: number): number[] {
  const from = ids.indexOf(id)
  return ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

function upAndDown<Transform extends { x: number }>({ transform }: { transform: Transform }): Transform {
  return { ...transform, x: 0 }
}

/** The library reports "over itself" as soon as an item is picked up, which would cut off that announcement. */
function spoken(ids: readonly number[], nameOf: (id: number) => string, hasMoved: RefObject<boolean>): Announcements {
  const at = (id: string | number) => ids.indexOf(Number(id)) + 1
  const name = (id: string | number) => nameOf(Number(id))
  return {
    onDragStart: ({ active }) => {
      hasMoved.current = false
      return messages.taken(name(active.id), at(active.id), ids.length)
    },
    onDragOver: ({ active, over }) => {
      if (over === null || (!hasMoved.current && over.id === active.id)) return undefined
      hasMoved.current = true
      return messages.over(name(active.id), at(over.id), ids.length)
    },
    onDragEnd: ({ active, over }) => messages.put(name(active.id), at((over ?? active).id), ids.length),
    onDragCancel: ({ active }) => messages.canceled(name(active.id)),
  }
}

/** One item of a `SortableList`; `children` gets the handle to render. */
export function SortableItem({
  id,
  handleLabel,
  className,
  children,
}: {
  id: number
  handleLabel: string
  className: string
  children: (handle: ReactNode) => ReactNode
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  })
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      className="drag-handle"
      aria-label={handleLabel}
    >
      <IconGripVertical size={15} aria-hidden />
    </button>
  )
  return (
    <li
      ref={setNodeRef}
      className={`${className}${isDragging ? ' is-dragged' : ''}`}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      {children(handle)}
    </li>
  )
}
