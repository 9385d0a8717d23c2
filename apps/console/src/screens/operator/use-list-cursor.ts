import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface Cursor {
  /** Where in `ids` the row is that Tab reaches; -1 in an empty list. */
  index: number
  goTo: (index: number) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  /** A row that takes the focus by itself becomes the one Tab reaches. */
  onFocus: (event: { target: EventTarget }) => void
  onBlur: (event: { target: EventTarget }) => void
}

const linkOf = (scroller: HTMLElement | null, id: number | undefined) =>
  scroller?.querySelector<HTMLElement>(`[data-order="${id}"] .order-link`) ?? null

/**
 * The one row of the list that Tab reaches, kept by its order: rows that come, go and move around it do not take the
 * focus away, and when its own order leaves the list the row that stands there now gets it.
 */
export function useListCursor(
  ids: readonly number[],
  scroller: RefObject<HTMLElement | null>,
  how: { show: (index: number) => void; pageRows: () => number; onEnd: () => void },
): Cursor {
  const [stop, setStop] = useState<{ id: number | null; index: number }>({ id: null, index: 0 })
  const focused = useRef<number | null>(null)
  const found = stop.id === null ? -1 : ids.indexOf(stop.id)
  // Remembered for the moment its order leaves: the row that stands there then is the next one.
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
    // A row that goes away with its order blurs too, but is no longer part of the page then.
    onBlur: ({ target }) => {
      if (target instanceof HTMLElement && target.isConnected) focused.current = null
    },
  }
}
