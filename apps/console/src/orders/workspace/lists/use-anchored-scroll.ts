import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Rows whose movement is compared; a single one may have moved on its own. */
const WITNESSES = 5

/**
 * Keeps the visible rows in place when rows are added or removed above them. At the very top nothing is compensated,
 * so that a new alert becomes visible. `of` identifies the list's content: another list or filter starts at its own
 * top. `moved` is called after a scroll from here.
 */
export function useAnchoredScroll(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly number[],
  { rowHeight, of, moved }: { rowHeight: number; of: string; moved: () => void },
) {
  const before = useRef({ ids, of, top: 0 })
  useLayoutEffect(() => {
    const box = scroller.current
    const was = before.current
    if (!box) return
    if (was.of !== of) box.scrollTop = 0
    else if (was.ids !== ids && was.top > 0) {
      const shift = rowsMoved(was.ids, ids, Math.floor(was.top / rowHeight))
      if (shift !== 0) box.scrollTop = was.top + shift * rowHeight
    }
    if (box.scrollTop !== was.top) moved()
    before.current = { ids, of, top: box.scrollTop }
  })
  useLayoutEffect(() => {
    const box = scroller.current
    const note = () => {
      if (box) before.current.top = box.scrollTop
    }
    box?.addEventListener('scroll', note, { passive: true })
    return () => box?.removeEventListener('scroll', note)
  }, [scroller])
}

/** By how many positions the rows from `first` on have moved: the median of the first few. */
export function rowsMoved(before: readonly number[], now: readonly number[], first: number): number {
  const moves: number[] = []
  for (let at = first; at < before.length && at < first + 4 * WITNESSES && moves.length < WITNESSES; at++) {
    const index = now.indexOf(before[at] ?? 0)
    if (index >= 0) moves.push(index - at)
  }
  moves.sort((a, b) => a - b)
  return moves[moves.length >> 1] ?? 0
}
