import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** Rows rendered beyond each edge, so that fast scrolling shows no gap. */
const BEYOND = 8

export interface RowWindow {
  /** Last row to render; -1 in an empty list. */
  last: number
  /** Height of all rows. */
  height: number
  /** Indexes of the rows to render, with `extra` also when it is out of view. */
  rows: (extra?: number) => number[]
  /** Reads the scroll position again, after other code has changed it. */
  measure: () => void
  /** Scrolls as little as brings the row into view. */
  show: (index: number) => void
}

/**
 * Visible rows of a virtual list: each is placed at its index times `rowHeight` in an element of `height`. It renders
 * again only when another row comes into view. `scroller` must be mounted with the component that calls the hook.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): RowWindow {
  const [view, setView] = useState({ first: 0, last: 2 * BEYOND })
  /* React may render once more for a state that is the same. */
  const newest = useRef(view)
  const measure = useCallback(() => {
    const box = scroller.current
    if (!box) return
    const first = Math.floor(box.scrollTop / rowHeight)
    const last = Math.ceil((box.scrollTop + box.clientHeight) / rowHeight) - 1
    if (newest.current.first === first && newest.current.last === last) return
    newest.current = { first, last }
    setView(newest.current)
  }, [scroller, rowHeight])

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(box)
    box.addEventListener('scroll', measure, { passive: true })
    return () => {
      resized.disconnect()
      box.removeEventListener('scroll', measure)
    }
  }, [scroller, measure])

  const show = (index: number) => {
    const box = scroller.current
    if (!box) return
    const top = index * rowHeight
    if (top < box.scrollTop) box.scrollTop = top
    else if (top + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + rowHeight - box.clientHeight
    measure()
  }
  const first = Math.max(0, view.first - BEYOND)
  const last = Math.min(count - 1, view.last + BEYOND)
  return { last, height: count * rowHeight, rows: (extra = -1) => rowsToDraw(first, last, extra), measure, show }
}

/** The indexes from first to last, and `extra` when it is outside of them. */
export function rowsToDraw(first: number, last: number, extra: number): number[] {
  const rows: number[] = []
  if (extra >= 0 && extra < first) rows.push(extra)
  for (let row = first; row <= last; row++) rows.push(row)
  if (extra > last) rows.push(extra)
  return rows
}
