import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface Cursor {
  /** Index in `ids` of the row in the Tab order; -1 in an empty list. */
  index: number
  goTo: (index: number) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  /** A row that is focused by a click becomes the one in the Tab order. */
  onFocus: (event: { target: EventTarget }) => void
  onBlur: (event: { target: EventTarget }) => void
}

const linkOf = (scroller: HTMLElement | null, id: number | undefined) =>
  scroller?.querySelector<HTMLElement>(`[data-order="${id}"] .order-link`) ?? null

/**
 * Roving tabindex of the list, bound to an order id: rows that are added, removed or moved do not take the focus, and
 * when the order leaves the list the row at its index gets it.
 */
export function useListCursor(
  ids: readonly number[],
  scroller: RefObject<HTMLElement | null>,
  how: { show: (index: number) => void; pageRows: () => number; onEnd: () => void },
): Cursor {
  const [stop, setStop] = useState<{ id: number | null; index: number }>({ id: null, index: 0 })
  const focused = useRef<number | null>(null)
  const found = stop.id === null ? -1 : ids.indexOf(stop.id)
  /* Remembers the index for when the order leaves: the row at this index is the next one. */
  if (found >= 0 && found !== stop.index) setStop({ id: stop.id, index: found })
  const index = Math.min(found >= 0 ? found : stop.index, ids.length - 1)

  useLayoutEffect(() => {
    if (focused.current !== null && document.activeElement === document.body) {
      linkOf(scroller.current, ids[index])?.focus({ preventScroll: true })
    }
  })

  const goTo = (wanted: number) => {
    const next = Math.max(0, Math.min(ids.length - 1, wanted))
    setStop({ id: ids[next] ?? null, index: next })
    how.show(next)
    requestAnimationFrame(() => linkOf(scroller.current, ids[next])?.focus({ preventScroll: true }))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const page = how.pageRows()
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -ids.length,
      End: ids.length,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    goTo(index + step)
    if (event.key === 'End') how.onEnd()
  }

  const orderOf = (target: EventTarget) =>
    target instanceof HTMLElement ? Number(target.closest<HTMLElement>('[data-order]')?.dataset.order ?? 0) : 0
  return {
    index,
    goTo,
    onKeyDown,
    onFocus: ({ target }) => {
      const id = orderOf(target)
      focused.current = id > 0 ? id : null
      if (id > 0 && id !== stop.id) setStop({ id, index: ids.indexOf(id) })
    },
    /* A row removed with its order is blurred too, but is no longer connected then. */
    onBlur: ({ target }) => {
      if (target instanceof HTMLElement && target.isConnected) focused.current = null
    },
  }
}
