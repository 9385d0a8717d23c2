import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Rows rendered beyond each edge, so that fast scrolling shows no gap. */
const BEYOND = 8

export interface RowWindow {
  /** First and last row to render; last is below first in an empty list. */
  first: number
  last: number
  /** Reads the scroll position again, after other code has changed it. */
  look: () => void
  /** Scrolls as little as brings the row into view. */
  show: (index: number) => void
}

/**
 * Visible rows of a virtual list. Rows have one height and need no measuring: the position of each follows from its
 * index.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): RowWindow {
  const [view, setView] = useState({ first: 0, last: 2 * BEYOND })
  const measure = useCallback(() => {
    const box = scroller.current
    if (!box) return
    const first = Math.floor(box.scrollTop / rowHeight)
    const last = Math.ceil((box.scrollTop + box.clientHeight) / rowHeight) - 1
    setView((was) => (was.first === first && was.last === last ? was : { first, last }))
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
  return { first: Math.max(0, view.first - BEYOND), last: Math.min(count - 1, view.last + BEYOND), look: measure, show }
}

/** The indexes from first to last, and `extra` when it is outside of them. */
export function rowsToDraw(first: number, last: number, extra: number): number[] {
  const rows: number[] = []
  if (extra >= 0 && extra < first) rows.push(extra)
  for (let row = first; row <= last; row++) rows.push(row)
  if (extra > last) rows.push(extra)
  return rows
}
